internal import Foundation
public import ObjectGraph
internal import ValueReflection

/// The checks of its state that a store makes while it runs; each check is off by default, and then costs nothing.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.verifiesCopiesIgnoring = []
/// #endif
/// ```
///
/// The store calls ``report`` between two actions, on the thread that reduces, reads or copies. This closure must not
/// call `currentState()`, `read(_:)` or `flush()` of the store: the call would not return.
public struct StoreDiagnostics: Sendable {
  /// Whether the store finds changes of its state by code outside of the reduce blocks.
  ///
  /// Code that has kept a reference to an object of the state can change the state unnoticed. Before each action, read
  /// and snapshot, the store compares the state with a copy that the store made after the last action. The check costs
  /// a copy per action and a comparison per action, read and snapshot, each O(*n*) in the number of encoded values
  /// reachable from the state.
  public var detectsOutsideChanges = false

  /// Whether the store finds objects of its state in the results of `read(_:)`.
  ///
  /// In Swift 6 mode, the compiler refuses most reads that return an object of the state. In Swift 5 mode, or if the
  /// object's class is `@unchecked Sendable`, the compiler accepts these reads, and code that holds the object can
  /// change the state unnoticed. Instead, let `read(_:)` return an id, or a copy by `Graph.copy(_:userInfo:)`.
  ///
  /// The store reports only instances of `Codable` classes that are not `CopiedByValue`. For example, the store reports
  /// no ids, strings, closures or tokens. The check costs a traversal of each result by reflection, O(*m*) in the
  /// number of stored values of the result. If the result contains such an instance, the check also costs a traversal
  /// of the state, O(*n*) in the number of encoded values reachable from the state.
  public var detectsSharedObjects = false

  /// The properties that the check of snapshots ignores; if this set is nil, the default, the store does not check
  /// snapshots.
  ///
  /// An element is a property of one type, such as `"Session.visits"`, or of all types, such as `"visits"`. For each
  /// snapshot, the store makes a second copy, and compares it with the state by reflection. The store reports each
  /// property outside of this set that the copy lacks: either the class does not encode the property, or a subclass has
  /// no coding of its own. The store also reports each property whose object belongs to both the copy and the state.
  /// The check costs a copy and a traversal of the state per snapshot, each O(*n*) in the number of stored values.
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

/// A fault that the diagnostics of a store find.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// Code outside of the reduce blocks changed the state. The case lists the differences from the state before this
  /// change. `after` is the last action before the change, or nil if there was none.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The result of `read(_:)` contains objects of the state.
  ///
  /// Each string of the array names the class of one object, its path in the state and its path in the result, such as
  /// "the Note at `items.1` of the state, as `0`". The strings are sorted by the path in the state.
  case returnedFromRead([String])

  /// A snapshot lacks properties of the state, or shares objects with the state.
  case incompleteCopy(IncompleteCopyError)

  /// The store could not make a check, because the state cannot be copied or compared.
  ///
  /// If the comparison of `detectsOutsideChanges` fails or would take too long, the store reports it once per action.
  case cannotCheck(any Error)

  /// A text for the finding, which lists at most three differences or objects, or contains the error.
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
/// A record makes its ``description`` only when code reads it, so a record that is not printed costs nothing.
///
/// A text of an action shows no secrets: as in all texts of this package, a part whose type or name marks it as secret,
/// such as `password`, is masked.
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
