package import CommandLineSupport

/// The options in a command line.
package struct CommandOptions: Sendable, Equatable {
  package var isQuick = false
  package var isVerbose = false
  package var listsNames = false
  package var showsHelp = false
  /// The names of cases and ratios; none selects all.
  package var choice: [String] = []
  package var jsonPath: String?
  package var svgFolder: String?

  /// Reads the arguments without the name of the program.
  ///
  /// - Throws: `UsageError`.
  package init(_ arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments, repeatable: ["--case"])
    while let argument = try reader.next() {
      switch argument {
      case .option("--case"): choice.append(try reader.value("the name of a case"))
      case .option("--json"): jsonPath = try reader.value("a file")
      case .option("--svg"): svgFolder = try reader.value("a folder")
      case .option("--quick"): isQuick = try reader.flag()
      case .option("--verbose"), .option("-v"): isVerbose = try reader.flag()
      case .option("--list"): listsNames = try reader.flag()
      case .option("--help"), .option("-h"): showsHelp = try reader.flag()
      case .option(let name): throw UsageError("unknown option \(name)")
      case .operand(let text): throw UsageError("unexpected argument \"\(text)\"")
      }
    }
  }

  package static func help(for program: String) -> String {
    """
    USAGE: swift run -c release \(program) [OPTIONS]

    Measures what mutation and copying cost on this machine, and prints the answer. Takes a few minutes.

    OPTIONS:
      --quick          take less than a minute: fewer samples, no slow cases
      --verbose        print all tables, ratios and times as well
      --case NAME      measure this case or ratio only, or all whose names begin with NAME, such as
                       Copying.objectGraph (may be repeated)
      --list           print the names of all cases and ratios
      --json FILE      write the figures as JSON
      --svg DIR        write each chart as an SVG file
      --help           print this text

    A ratio compares two cases that are sampled in turns. Its figure is the median of the rounds, and
    its spread goes from the tenth to the ninetieth percentile. A ratio meets its bound by its median.
    It is inconclusive when the spread is too wide to tell: the bound lies inside it, and its upper end
    is more than \(FigureFormat.ratio(SampleSummary.widestSpread)) times its lower end.

    EXIT STATUS: 0 if the run is complete, even if a ratio missed its bound; 1 if it is not complete or a
    case threw an error; 2 for a command line with an error, and for a debug build; 3 if a file or the
    text could not be written.
    """
  }
}
