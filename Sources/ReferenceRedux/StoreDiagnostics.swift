internal import Foundation
public import ObjectGraph
internal import ValueReflection

/// The checks that a store makes while it runs; each check is off by default, and costs nothing while it is off.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.verifiesCopiesIgnoring = []
/// #endif
/// ```
///
/// The store calls ``report`` on its executor, between two actions. The closure must not call `currentState()`,
/// `read(_:)` or `flush()` of the store.
public struct StoreDiagnostics: Sendable {
  /// Whether the store finds changes of its state by code outside of the reduce blocks.
  ///
  /// Code that has kept a reference to an object of the state can change the state unnoticed. Before each action and
  /// each read, the store compares the state with a copy that the store made after the last action. The check costs a
  /// copy per action and a comparison per action and read, each O(*n*) in the number of encoded values reachable from
  /// the state.
  public var detectsOutsideChanges = false

  /// Whether the store finds objects of its state in the results of `read(_:)`.
  ///
  /// In Swift 6 mode, the compiler refuses most reads that return an object of the state. In Swift 5 mode, or if the
  /// class is `@unchecked Sendable`, the compiler accepts these reads, and code that holds the object can change the
  /// state unnoticed. Instead of the object, return an id, or a copy by `Graph.copy(_:userInfo:)`.
  ///
  /// The store reports only instances of `Codable` classes that are not `CopiedByValue`. For example, the store reports
  /// no ids, strings, closures or tokens. The check costs a traversal of each result by reflection, O(*m*) in the
  /// number of its stored values. If the result contains an object, the check also costs a traversal of the state,
  /// O(*n*) in the number of encoded values reachable from the state.
  public var detectsSharedObjects = false

  /// The properties that the check of snapshots ignores; if this set is nil, the default, the store does not check
  /// snapshots.
  ///
  /// The elements have the same form as in `Graph.verifyCopy(of:ignoring:)`, such as `"Session.visits"`. With each
  /// snapshot, the store compares the state with a second copy, by reflection. The store reports each other property
  /// that the copy lacks: either the class does not encode the property, or a subclass has no coding of its own. The
  /// store also reports each property whose object belongs to both the copy and the state. The check costs a copy and a
  /// traversal of the state per snapshot, each O(*n*) in the number of stored values.
  public var verifiesCopiesIgnoring: Set<String>?

  /// The closure that receives the findings.
  ///
  /// By default, the closure writes each finding to the standard error stream, if this stream is open.
  public var report: @Sendable (StoreFinding) -> Void = { finding in
    writeToStandardError("ReferenceStore: \(finding)\n")
  }

  /// Makes diagnostics with every check off.
  public init() {}
}

/// A finding of the diagnostics of a store.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// Code outside of the reduce blocks changed the state. The case has the differences, and as `after` the last action
  /// before the change. `after` is nil if the store had reduced no action.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The result of `read(_:)` contains objects of the state.
  ///
  /// Each text names the class of one object, its path in the state and its path in the result, such as "the Note at
  /// `items.1` of the state, as `0`". The texts are sorted by the object's path in the state, compared as a string.
  case returnedFromRead([String])

  /// A snapshot lacks properties of the state, or shares objects with the state.
  case incompleteCopy(IncompleteCopyError)

  /// The store could not make a check, because the state cannot be copied or compared.
  ///
  /// If a comparison fails, or would take too long, the store reports the error once per action.
  case cannotCheck(any Error)

  /// The finding in one line of text, with its place and its action.
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

/// A path in quotes, with secrets masked.
func quoted(_ path: String) -> String {
  path.isEmpty ? "the root" : "`\(SecretNames.usual.shown(path))`"
}

/// Writes `text` to the standard error stream, if the stream is open.
///
/// `FileHandle` would end the process if the stream were closed. If the stream was closed when the process started, the
/// runtime may use its number for an object of its own, which is no file, terminal, pipe or socket.
private func writeToStandardError(_ text: String) {
  var status = stat()
  guard unsafe fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT != 0 else { return }
  _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
}

/// An action, with its number among all actions of its store.
///
/// A record makes its text only when the text is read, so a record that is not printed costs nothing.
///
/// The text shows no secrets: as in all texts of this package, a part whose type or name marks it as secret, such as
/// `password`, is masked.
public struct ActionRecord: Sendable, CustomStringConvertible {
  /// The action that the record describes.
  package let action: any Sendable

  /// The number of the action; the first action that the store reduces is number 1.
  package let number: Int

  package init(_ action: any Sendable, number: Int) {
    self.action = action
    self.number = number
  }

  /// The identifier of the action, or the name of its enum case, or the name of its type.
  package var name: String {
    if let action = action as? any ReduxAction { return action.identifier }
    let node = ReflectedNode(action)
    guard node.style == .enum else { return "\(type(of: action))" }
    return node.payload?.name ?? CaseName.plain(action) ?? "\(type(of: action))"
  }

  /// The number and the name of the action, such as "action 17 `rename`".
  public var description: String { "action \(number) `\(name)`" }

  /// The action with its associated values or properties, with secrets masked.
  package var details: String { safeText(of: action) { String(describing: $0) } }
}
