internal import Foundation
public import ObjectGraph

/// The checks that a store makes while it runs: each is off by default, and free when off.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.slowReducerThreshold = .milliseconds(16)
/// #endif
/// ```
///
/// The store calls the closures on its executor, between two actions. They must not call
/// `currentState()`, `read(_:)` or `flush()` of that store.
public struct StoreDiagnostics: Sendable {
  /// Whether the store finds code that kept a reference into the state and writes through it.
  ///
  /// Before each action and each read, the store compares the state with a copy that it made after
  /// the last action. Costs a copy per action and a comparison per action and read, each O(*n*) in
  /// the number of encoded values reachable from the state.
  public var detectsOutsideChanges = false

  /// Whether the store finds properties that a snapshot loses, because their type does not encode
  /// them or is a subclass without coding of its own.
  ///
  /// The store compares each snapshot with the state by reflection. Costs a second copy and a
  /// traversal of the state per snapshot, each O(*n*) in the number of stored values.
  public var verifiesCopies = false

  /// The properties that a copy may lose, in the form of `Graph.verifyCopy(of:ignoring:)`.
  public var excusedFromCopies: Set<String> = []

  /// The duration from which the store reports a reduce block as slow, or `nil` for never.
  public var slowReducerThreshold: Duration?

  /// The clock that times reduce blocks.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// A closure that the store calls before it reduces an action.
  public var willReduce: (@Sendable (ActionRecord) -> Void)?

  /// The closure that receives the findings.
  ///
  /// By default it writes them to the standard error stream.
  public var report: @Sendable (StoreFinding) -> Void = { finding in
    FileHandle.standardError.write(Data("ReferenceStore: \(finding)\n".utf8))
  }

  /// Makes diagnostics with every check off.
  public init() {}
}

/// A finding of the diagnostics of a store.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// Code outside of the reduce blocks changed the state: the differences, and the last action
  /// before them, if there was one.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The reduce block at `index` of the store's array took `duration` for `action`.
  case slowReducer(index: Int, duration: Duration, action: ActionRecord)

  /// A snapshot lacks properties that the state has.
  case incompleteCopy(IncompleteCopyError)

  /// A check failed because the state cannot be copied or compared.
  ///
  /// The error is an `UndecidedComparisonError` where a comparison would take too long. A comparison
  /// that fails is reported once per action.
  case cannotCheck(any Error)

  /// The finding in one line, with the place and the action.
  public var description: String {
    switch self {
    case .changedOutsideDispatch(let differences, let record):
      let paths = differences.prefix(3).map { $0.path.isEmpty ? "the root" : "`\($0.path)`" }
      let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
      let time = record.map { "after \($0)" } ?? "before the first action"
      return "changed outside dispatch at \(paths.joined(separator: ", "))\(more), \(time)"
    case .slowReducer(let index, let duration, let action):
      return "reduce block \(index) took \(duration) for \(action)"
    case .incompleteCopy(let error):
      return "a snapshot is not complete: \(error)"
    case .cannotCheck(let error):
      return "the state cannot be checked: \(error)"
    }
  }
}

/// An action, with its number in the life of its store.
///
/// It makes its texts on demand: a record that is not printed costs nothing.
public struct ActionRecord: Sendable, CustomStringConvertible {
  /// The action itself.
  public let action: any Sendable

  /// The number of the action; the first action that the store reduces is number 1.
  public let number: Int

  package init(_ action: any Sendable, number: Int) {
    self.action = action
    self.number = number
  }

  /// The identifier of the action, or the name of its enum case, or that of its type.
  public var name: String {
    if let action = action as? any ReduxAction { return action.identifier }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }

  /// The number and the name, such as "action 17 `rename`".
  public var description: String { "action \(number) `\(name)`" }

  /// The action with its associated values or properties.
  public var details: String { String(describing: action) }
}
