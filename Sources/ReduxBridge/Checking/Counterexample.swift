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

  let redactor: Redactor

  /// A test case to paste, which fails until both sides agree.
  ///
  /// The actions are rendered by reflection, as Swift source: enum cases and memberwise initialisers.
  /// What the redactor masks has to be filled in by hand.
  ///
  /// - Parameters:
  ///   - slice: The expression that gives the slice, such as `AppSlices.theme`.
  ///   - initialState: The expression that makes the state to start from, such as `AppState()`.
  /// - Returns: A function for a Swift Testing suite.
  public func testSource(slice: String, initialState: String) -> String {
    let list = actions.map { "    \(redactor.text(of: $0, at: "action")),\n" }.joined()
    let starting = start.map { ", startingFrom: \(redactor.text(of: $0, at: ""))" } ?? ""
    return """
      @Test func \(testName)() throws {
        let actions: [\(Action.self)] = [
      \(list)  ]
        let check = ParityCheck(\(slice)) { \(initialState) }
        #expect(try check.firstMismatch(after: actions\(starting)) == nil)
      }
      """
  }

  private var testName: String {
    let words = "\(self.slice) agrees after \(mismatch.actionType)"
      .split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { index, word in
      index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}

extension Counterexample: CustomStringConvertible {
  /// The mismatch and the actions that show it, one per line.
  public var description: String {
    let list = actions.map { "  \(redactor.text(of: $0, at: "action"))" }.joined(separator: "\n")
    let starting = start.map { " from \(redactor.text(of: $0, at: ""))" } ?? ""
    return """
      \(mismatch)
      \(actions.count) of \(shrunkFrom) actions show it\(starting):
      \(list)
      """
  }
}
