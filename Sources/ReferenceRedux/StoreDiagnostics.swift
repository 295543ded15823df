internal import Foundation
public import ObjectGraph
internal import ValueReflection

/// The checks of its state that a store makes while it runs; all checks are off by default, and cost nothing while off.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.verifiesCopiesIgnoring = []
/// #endif
/// ```
///
/// The store calls ``report`` between two actions, on the thread that makes the store, reduces an action, or reads or
/// copies the state. `report` must not call `currentState()`, `read(_:)` or `flush()` of the store: such a call ends
/// the process.
public struct StoreDiagnostics: Sendable {
  /// Whether the store finds changes of its state by code outside of the reduce blocks.
  ///
  /// Code that has kept a reference to an object of the state can change the state unnoticed. After each action, the
  /// store copies the state. Before the next action, and before each read or snapshot, the store compares the state
  /// with this copy. The copy and each comparison cost O(*n*) in the number of encoded values reachable from the state.
  public var detectsOutsideChanges = false

  /// Whether the store finds objects of its state in the results of `read(_:)`.
  ///
  /// In Swift 6 mode, the compiler refuses most reads that return an object of the state. In Swift 5 mode, or if the
  /// object's class is `@unchecked Sendable`, the compiler accepts these reads. Code that holds the returned object can
  /// then change the state unnoticed. Instead, let `read(_:)` return an id, or a copy by `Graph.copy(_:userInfo:)`.
  ///
  /// The store reports only instances of `Codable` classes that are not `CopiedByValue`. For example, the store reports
  /// no ids, strings, closures or tokens. The check costs a traversal of each result by reflection, O(*m*) in the
  /// number of stored values of the result. If the result contains an instance of such a class, the check also costs a
  /// traversal of the state, O(*n*) in the number of encoded values reachable from the state.
  public var detectsSharedObjects = false

  /// The properties that the check of snapshots ignores; if nil, the default, the store does not check snapshots.
  ///
  /// An element of this set names a property of one type, such as `"Session.visits"`, or of all types, such as
  /// `"visits"`. For each snapshot, the store makes a second copy, and compares this copy with the state by reflection.
  /// The store reports each property outside of the set whose value the copy lacks, because a class does not encode it,
  /// or a subclass has no coding of its own. The store also reports each property whose object belongs to both the copy
  /// and the state. The check costs a copy and a traversal of the state per snapshot, each O(*n*) in the number of
  /// stored values.
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
  /// Code outside of the reduce blocks changed the state. The array lists the differences between the state before and
  /// after this change. `after` is the last action before the change, or nil if there was none.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The result of `read(_:)` contains objects of the state.
  ///
  /// Each string describes one object, for example "the Note at `items.1` of the state, as `0`": the class `Note`, the
  /// path `items.1` in the state, and the path `0` in the result. The strings are sorted by the path in the state.
  case returnedFromRead([String])

  /// A snapshot lacks properties of the state, or shares objects with the state.
  case incompleteCopy(IncompleteCopyError)

  /// The store could not make a check, because the state cannot be copied or compared.
  ///
  /// If the comparison of `detectsOutsideChanges` fails or would take too long, the store reports `cannotCheck` once
  /// per action.
  case cannotCheck(any Error)

  /// A text that lists at most three differences or objects of the finding, or contains its error.
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
/// The texts of this package show no secrets of an action: they mask each value whose type or name marks it as secret,
/// such as `password`.
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
