public import ReduxBridge
import ValueReflection

/// A list of actions after which both sides of a slice differ, and in which each action is necessary.
public struct Counterexample<Action: Sendable>: Sendable {
  /// The actions, each of which is necessary for the difference.
  public let actions: [Action]
  /// The difference after the last action.
  public internal(set) var finding: Finding
  /// Whether a second run of the list, from a new state, showed the difference after the same action.
  ///
  /// If false, the difference depends on data outside of the state, such as an object in a static property. To see
  /// whether a new process shows the difference, run only the test from ``testSource(slice:initialState:spelling:)``.
  public let isReproducible: Bool

  /// The value of the slice to start from; nil for that of the initial state.
  package let start: (any Sendable)?
  /// The length of the list from which this one was shrunk.
  package let shrunkFrom: Int
  /// The places before the difference that the same input does not determine.
  var noise: [String] = []
  let redactor: Redactor

  init(
    _ actions: [Action], finding: Finding, isReproducible: Bool, start: (any Sendable)?,
    shrunkFrom: Int, _ redactor: Redactor
  ) {
    (self.actions, self.finding, self.isReproducible) = (actions, finding, isReproducible)
    (self.start, self.shrunkFrom, self.redactor) = (start, shrunkFrom, redactor)
  }

  /// Returns the Swift source of a test that fails until both sides agree.
  ///
  /// The method renders the actions by reflection as Swift source: enum cases, memberwise initializers, and for a
  /// `Codable` structure with one property, its decoding from JSON. A value that the redactor masks, or that reflection
  /// cannot render, becomes a placeholder `<#...#>` with a description. Reflection does not see initializers. So let
  /// `spelling` render each structure whose memberwise initializer is private or lacks a parameter for a constant
  /// property, and each enum case whose only payload is a tuple.
  ///
  /// - Parameters:
  ///   - slice: The expression for the slice, such as `AppSlices.theme`.
  ///   - initialState: The expression that makes the state to start from, such as `AppState()`.
  ///   - spelling: A closure that returns the Swift source of an unmasked value, or nil to render it by reflection.
  /// - Returns: A Swift Testing function. The test fails for findings, but not for fields that no action changes.
  /// - Complexity: O(*n*) in the number of values that the actions contain.
  public func testSource(
    slice: String, initialState: String,
    spelling: @escaping (_ value: Any) -> String? = { _ in nil }
  ) -> String {
    let source = redactor.source(.source, known: spelling)
    // Actions behind a protocol name their types.
    let isConcrete = actions.allSatisfy { type(of: $0 as Any) == Action.self }
    let texts = actions.map { source.text(of: $0, at: "action", isTyped: isConcrete) }
    let list = texts.map { "    \($0),\n" }.joined()
    let existential = isConcrete || Action.self is AnyClass ? "" : "any "
    let attempt = texts.contains { $0.contains("try ") } ? "try " : ""
    let starting =
      start.map { "  let start = \(source.text(of: $0, at: "", isTyped: false))\n" } ?? ""
    let argument = start == nil ? "" : ", from: start, of: \(slice)"
    let warning = isReproducible ? "" : "  // Not reproduced: \(doubt).\n"
    return """
      @Test func \(testName)() throws {
      \(warning)\
      \(starting)  let actions: [\(existential)\(SourceText.typeName(Action.self))] = \(attempt)[
      \(list)  ]
        let check = ParityCheck([.slice(\(slice))]) { \(initialState) }
        let report = try check.run(.list(actions\(argument)))
        #expect(report.findings == [], "\\(report)")
      }
      """
  }

  private var doubt: String {
    "a second run from a new state did not show it after the same action, so it depends on something "
      + "outside of the state, such as an object in a static property"
  }

  private var testName: String {
    let words = "\(finding.slice) agrees after \(finding.actionType)"
      .split { !$0.isLetter && !$0.isNumber }
    let name = words.enumerated().map { index, word in
      (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
    }.joined()
    return name.first?.isNumber == true ? "_\(name)" : name
  }
}

extension Counterexample: CustomStringConvertible {
  /// A text with the finding, then the actions that lead to the finding, one action per line.
  ///
  /// The text also names the paths at which two runs of one side differ. If a second run does not show the finding, the
  /// text says this.
  public var description: String {
    let list = actions.map { "  \(redactor.text(of: $0, at: "action"))" }.joined(separator: "\n")
    let starting = start.map { " from \(redactor.text(of: $0, at: ""))" } ?? ""
    let show = actions.count == 1 ? "shows" : "show"
    let doubt = isReproducible ? "" : "\nnot reproduced: \(doubt)"
    let remarks = noise.map { "\nnoise: \($0)" }.joined() + doubt
    return """
      \(finding)
      \(actions.count) of \(counted(shrunkFrom, "action")) \(show) it\(starting):
      \(list)\(remarks)
      """
  }
}

// A value that holds a state or actions shows none of them but in its description.
extension ActionSource: Unreflected {}
extension Counterexample: Unreflected {}
extension ParityReport: Unreflected {}
extension Payloads: Unreflected {}
extension SessionPage: Unreflected {}
extension SessionState: Unreflected {}
