/// A smallest list of actions after which both sides of a slice differ.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Counterexample<Action: Sendable, Value: Sendable>: Sendable {
  /// The slice's name.
  public let slice: String
  /// The slice's value to start from; nil when the initial state will do.
  public let start: Value?
  /// The actions, none of which can be left out.
  public let actions: [Action]
  /// How many actions the list had from which this one was shrunk.
  public let shrunkFrom: Int
  /// What differs after the last action.
  public let mismatch: Mismatch
  /// What the same input does not determine, on the way to the difference.
  public let noise: [Noise]
  /// The seed of the random lists in which it was found; nil when the list was given.
  public internal(set) var seed: UInt64?

  let redactor: Redactor

  /// A test case to paste, which fails until both sides agree.
  ///
  /// The actions are rendered by reflection, as Swift source: enum cases and memberwise initialisers.
  /// What the redactor masks has to be filled in by hand, and so has the value of a type whose parts
  /// cannot be set from outside.
  ///
  /// - Parameters:
  ///   - slice: The expression that gives the slice, such as `AppSlices.theme`.
  ///   - initialState: The expression that makes the state to start from, such as `AppState()`.
  /// - Returns: A function for a Swift Testing suite.
  public func testSource(slice: String, initialState: String) -> String {
    let list = actions.map { "    \(redactor.text(of: $0, at: "action")),\n" }.joined()
    let starting = start.map { "  let start = \(redactor.text(of: $0, at: ""))\n" } ?? ""
    let argument = start == nil ? "" : ", startingFrom: start"
    return """
      @Test func \(testName)() throws {
      \(starting)  let actions: [\(SourceText.typeName(Action.self))] = [
      \(list)  ]
        let check = ParityCheck(\(slice)) { \(initialState) }
        #expect(try check.firstMismatch(after: actions\(argument)) == nil)
      }
      """
  }

  private var testName: String {
    let words = "\(slice) agrees after \(mismatch.actionType)"
      .split { !$0.isLetter && !$0.isNumber }
    let name = words.enumerated().map { index, word in
      (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
    }.joined()
    return name.first?.isNumber == true ? "_\(name)" : name
  }
}

extension Counterexample: CustomStringConvertible {
  /// The mismatch, the actions that show it, one per line, and what is noisy on the way.
  public var description: String {
    let list = actions.map { "  \(redactor.text(of: $0, at: "action"))" }.joined(separator: "\n")
    let starting = start.map { " from \(redactor.text(of: $0, at: ""))" } ?? ""
    let origin = seed.map { " (seed \($0))" } ?? ""
    let remarks = noise.map { "\nnoise: \($0)" }.joined()
    return """
      \(mismatch)
      \(actions.count) of \(shrunkFrom) actions show it\(starting)\(origin):
      \(list)\(remarks)
      """
  }
}
