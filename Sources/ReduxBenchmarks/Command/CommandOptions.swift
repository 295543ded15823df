/// What a command line asks for.
///
/// ## Thread safety
/// Safe from any thread because it is a value.
package struct CommandOptions: Sendable, Equatable {
  /// Whether to take less than a minute.
  package var isQuick = false
  /// Whether to print names only.
  package var listsNames = false
  /// Whether to print the help only.
  package var showsHelp = false
  /// The cases and rows asked for; all if there are none.
  package var choice: [String] = []
  /// Where the figures go as JSON.
  package var jsonPath: String?
  /// Where the page goes.
  package var htmlPath: String?
  /// The folder that the charts go to.
  package var svgFolder: String?
  /// The case that this process is to try, because it might end it.
  package var probe: String?

  /// Reads a command line.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  /// - Throws: ``UsageError``.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 && name.hasPrefix("--") ? String(parts[1]) : nil
      func value(_ what: String) throws -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
          throw UsageError("\(name) needs \(what)")
        }
        return value
      }
      switch name {
      case "--case": choice.append(try value("the name of a case"))
      case "--json": jsonPath = try value("a file")
      case "--html": htmlPath = try value("a file")
      case "--svg": svgFolder = try value("a folder")
      case "--probe": probe = try value("the name of a case")
      case "--quick", "--list", "--help", "-h":
        guard attached == nil else { throw UsageError("\(name) takes no value") }
        switch name {
        case "--quick": isQuick = true
        case "--list": listsNames = true
        default: showsHelp = true
        }
      default:
        throw UsageError(
          name.hasPrefix("-") ? "unknown option \(name)" : "unexpected argument \"\(argument)\"")
      }
    }
  }

  /// The help text.
  ///
  /// - Parameter program: the name of the program.
  /// - Returns: the text, without a line break at its end.
  package static func help(for program: String) -> String {
    """
    USAGE: swift run -c release \(program) [OPTIONS]

    Measures what mutation and copying cost on this machine, and prints a table. Takes a few minutes.

    OPTIONS:
      --quick          take less than a minute: fewer samples, slow cases left out
      --case NAME      measure this case or row only, or all whose name begins so: Copying.objectGraph
                       (may be given several times)
      --list           print the names of all cases and rows
      --json FILE      write the figures as JSON
      --html FILE      write one page with tables and charts, which needs no network
      --svg DIR        write each chart as an SVG file
      --probe NAME     run one case once in this process, in which it may crash; used by the program
                       itself before it measures such a case
      --help           print this

    A row compares two sides that are sampled in turns. Its figure is the median of the rounds, its
    spread the tenth to the ninetieth percentile. It came to its reach when the reach lies inside the
    spread or the figure is better. A figure marked with ~ may differ by more than 15 % in another run.

    EXIT STATUS: 0 when the run is complete, whether or not a row missed its reach; 1 when it could not
    be completed or a case threw; 2 for a command line that cannot be carried out, and for a debug build.
    """
  }
}
