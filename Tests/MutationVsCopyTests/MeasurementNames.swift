import Foundation

/// The names and commands of `MutationVsCopy` on a page.
struct MeasurementNames {
  /// The names of ratios and cases, in the order of the page.
  ///
  /// They are in the last column of each table with the header "ratio, or cases". Elsewhere they are
  /// set as code, and contain the word "against" or have the form of a case.
  private(set) var names: [String] = []

  /// The arguments of each command line that runs the program.
  private(set) var commands: [[String]] = []

  init(in text: String) {
    var isFenced = false
    var isTable = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isFenced.toggle() }
      isTable = line.hasPrefix("|") && (isTable || line.hasSuffix("| ratio, or cases |"))
      let code = line.components(separatedBy: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      for command in isFenced ? [line] : code {
        let parts = command.components(separatedBy: "swift run -c release MutationVsCopy")
        if parts.count == 2 { commands.append(Self.arguments(in: parts[1])) }
      }
      if isFenced { continue }
      names += isTable ? Array(code.suffix(1)) : code.filter(Self.isRatioOrCase)
    }
  }

  private static func isRatioOrCase(_ code: String) -> Bool {
    code.contains(" against ") || code.wholeMatch(of: /[A-Z]\w+(\.\w+)+\(\d+\)/) != nil
  }

  /// The words of a command line; those between quotation marks are one.
  private static func arguments(in line: String) -> [String] {
    line.components(separatedBy: "\"").enumerated().flatMap { offset, part in
      offset % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }
}
