internal import Foundation
public import ObjectGraph
internal import ValueReflection

/// The checks that a store makes while it runs: each is off by default, and free when off.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.verifiesCopiesIgnoring = []
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

  /// Whether the store finds objects of its state in the results of `read(_:)`.
  ///
  /// Swift 6 mode refuses most of them. Swift 5 mode and `@unchecked Sendable` do not, and code that
  /// holds such an object can change the state unnoticed. The remedy is to copy it with
  /// `Graph.copy(_:userInfo:)`, or to return an id.
  ///
  /// Only instances of `Codable` classes count. Values are no findings, such as ids and strings, nor
  /// are instances of classes that are `CopiedByValue`, to which an immutable class may conform, nor
  /// objects without coding, such as a closure or a token. Costs a traversal of each result by
  /// reflection, O(*m*) in its stored values, and, if that finds an object, a traversal of the state,
  /// O(*n*) in the number of encoded values reachable from it.
  public var detectsSharedObjects = false

  /// The properties that a snapshot may lose, in the form of `Graph.verifyCopy(of:ignoring:)`; nil, by default,
  /// for no check.
  ///
  /// The store finds the other properties that a snapshot loses, because their type does not encode them or is a
  /// subclass without coding of its own, and those whose objects it shares with the state.
  /// The store compares each snapshot with the state by reflection. Costs a second copy and a
  /// traversal of the state per snapshot, each O(*n*) in the number of stored values.
  public var verifiesCopiesIgnoring: Set<String>?

  /// The closure that receives the findings.
  ///
  /// By default it writes them to the standard error stream, if that is open.
  public var report: @Sendable (StoreFinding) -> Void = { finding in
    writeToStandardError("ReferenceStore: \(finding)\n")
  }

  /// Makes diagnostics with every check off.
  public init() {}
}

/// A finding of the diagnostics of a store.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// Code outside of the reduce blocks changed the state: the differences, and the last action
  /// before them, if there was one.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The result of `read(_:)` contains objects of the state, each with its class and its paths, such as
  /// "the Note at `items.1` of the state, as `0`", in the order of their paths in the state.
  case returnedFromRead([String])

  /// A snapshot lacks properties that the state has.
  case incompleteCopy(IncompleteCopyError)

  /// A check failed because the state cannot be copied or compared.
  ///
  /// A comparison that fails, or that would take too long, is reported once per action.
  case cannotCheck(any Error)

  /// The finding in one line, with the place and the action.
  public var description: String {
    switch self {
    case .changedOutsideDispatch(let differences, let record):
      let time = record.map { "after \($0)" } ?? "before the first action"
      return
        "changed outside dispatch at \(Self.list(differences.map { quoted($0.path) })), \(time)"
    case .returnedFromRead(let objects):
      return "read(_:) returned \(Self.list(objects))"
    case .incompleteCopy(let error):
      return "a snapshot is not complete: \(error)"
    case .cannotCheck(let error):
      return "the state cannot be checked: \(safeText(of: error) { "\($0)" })"
    }
  }

  private static func list(_ items: [String]) -> String {
    let more = items.count > 3 ? " and \(items.count - 3) more" : ""
    return items.prefix(3).joined(separator: ", ") + more
  }
}

/// A path without what must not be shown, in quotes.
func quoted(_ path: String) -> String {
  path.isEmpty ? "the root" : "`\(SecretNames.usual.shown(path))`"
}

/// Writes `text` to the standard error stream, if it is open.
///
/// `FileHandle` ends the process where it is closed: a finding is not worth that. Where it was closed
/// when the process started, the runtime may have opened an object of its own under its number, which
/// is no file, terminal, pipe or socket.
private func writeToStandardError(_ text: String) {
  var status = stat()
  guard unsafe fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT != 0 else { return }
  _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
}

/// An action, with its number in the life of its store.
///
/// It makes its texts on demand: a record that is not printed costs nothing.
///
/// Its texts are shown without secrets: a part whose type or name says that it must not be shown, such as
/// `password`, is masked, as it is in all texts of this package.
public struct ActionRecord: Sendable, CustomStringConvertible {
  /// The action itself.
  package let action: any Sendable

  /// The number of the action; the first action that the store reduces is number 1.
  package let number: Int

  package init(_ action: any Sendable, number: Int) {
    self.action = action
    self.number = number
  }

  /// The identifier of the action, or the name of its enum case, or that of its type.
  package var name: String {
    if let action = action as? any ReduxAction { return action.identifier }
    let node = ReflectedNode(action)
    guard node.style == .enum else { return "\(type(of: action))" }
    return node.payload?.name ?? CaseName.plain(action) ?? "\(type(of: action))"
  }

  /// The number and the name, such as "action 17 `rename`".
  public var description: String { "action \(number) `\(name)`" }

  /// The action with its associated values or properties, without what must not be shown.
  package var details: String { safeText(of: action) { String(describing: $0) } }
}
