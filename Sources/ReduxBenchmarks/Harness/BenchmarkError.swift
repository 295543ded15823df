/// Why a measurement could not be made.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public enum BenchmarkError: Error, Equatable, CustomStringConvertible {
  /// The program was compiled without optimisation.
  case debugBuild
  /// A group has two cases of one name.
  case duplicateCase(String)
  /// A row compares a case that its group does not have.
  case unknownSide(row: String, side: String)
  /// A case has no size, action or unit to measure with.
  case nothingToMeasure(String)

  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .debugBuild:
      "this is a debug build, whose times mean nothing: run with `swift run -c release`"
    case .duplicateCase(let name):
      "two cases are named \(name): give each a name of its own"
    case .unknownSide(let row, let side):
      "the row \"\(row)\" compares \(side), which is no case of its group"
    case .nothingToMeasure(let what):
      "nothing to measure: \(what)"
    }
  }
}
