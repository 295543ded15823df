import LockboxModern
import ReduxBridge

extension CrossingStore {
  /// Finds the fewest actions that reproduce the first mismatch.
  ///
  /// - Parameters:
  ///   - options: The options of the command line; the test to paste names the file and the bug.
  ///   - logins: The content of the library at the beginning.
  /// - Returns: The shrunk mismatch; `nil` if there is none, or if the slice alone does not reproduce
  ///   it on the same actions.
  /// - Throws: The error of a state that cannot be copied.
  func shrunkMismatch(_ options: Options, logins: [LoginRecord]) throws -> ShrunkMismatch? {
    let bug = options.plantedBug.map { "modern: ModernCode(planted: .named(\"\($0.name)\"))" }
    let search = Search(
      store: self, logins: logins, slices: "LockboxSlices(\(bug ?? ""))",
      initialState: "try LockboxState(loginsOf: \(options.source.expression))")
    return switch mismatches.first?.slice {
    case LockboxSlices.theme: try search.shrunk(slices.theme, "theme")
    case LockboxSlices.account: try search.shrunk(slices.account, "account")
    case LockboxSlices.routes: try search.shrunk(slices.navigation, "navigation")
    case LockboxSlices.items: try search.shrunk(slices.vault, "vault")
    default: nil
    }
  }

  private struct Search {
    let store: CrossingStore
    let logins: [LoginRecord]
    /// The expressions for the slices and for the state in a test to paste.
    let slices: String
    let initialState: String

    /// The longest value to start from that is readable.
    private let longestStart = 1_000

    func shrunk<Value>(
      _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ property: String
    ) throws -> ShrunkMismatch? {
      guard let trace = store.trace(of: slice) else { return nil }
      let logins = logins
      let check = ParityCheck(slice, parity: CrossingStore.parity) { LockboxState(logins: logins) }
      func shrunk(_ found: Counterexample<LockboxAction, Value>) -> ShrunkMismatch {
        ShrunkMismatch(found, slice: "\(slices).\(property)", initialState: initialState)
      }
      guard let found = try check.counterexample(in: trace).map(shrunk) else { return nil }
      guard found.start?.count ?? 0 > longestStart else { return found }
      // A whole library is unreadable; a second window may be all that the mismatch needs.
      let actions = [.window(.open(.side))] + trace.actions
      return try check.counterexample(in: actions).map(shrunk) ?? found
    }
  }
}

extension LoginsFile {
  /// The source as a Swift expression.
  fileprivate var expression: String {
    switch self {
    case .sample: ".sample"
    case .file(let path): ".file(path: \(path.debugDescription))"
    }
  }
}

/// A mismatch with the fewest actions that reproduce it, redacted.
struct ShrunkMismatch: Sendable {
  let mismatch: Mismatch
  /// The slice's value to start from; `nil` for that of a newly started app.
  let start: String?
  let actions: [String]
  /// The number of actions before shrinking.
  let shrunkFrom: Int
  /// Differences between two runs of the same input.
  let noise: [String]
  /// A test to paste.
  let test: String

  init<Value>(
    _ found: Counterexample<LockboxAction, Value>, slice: String, initialState: String
  ) {
    let redactor = CrossingStore.redactor
    mismatch = found.mismatch
    start = found.start.map { redactor.text(of: $0, at: "") }
    actions = found.actions.map { redactor.text(of: $0, at: "action") }
    shrunkFrom = found.shrunkFrom
    noise = found.noise.map(\.description)
    test = found.testSource(
      slice: slice, initialState: initialState, spelling: Self.spelling)
  }

  /// The source of values whose initializer reflection cannot know, since they have one property.
  private static func spelling(_ value: Any) -> String? {
    switch value {
    case let window as WindowID: "WindowID(\(window.name.debugDescription))"
    case let login as LoginID: "LoginID(\(login.guid.debugDescription))"
    case let navigation as NavigationState:
      "NavigationState(windows: [\(navigation.windows.map(spelling).joined(separator: ", "))])"
    default: nil
    }
  }

  private static func spelling(_ window: WindowNavigation) -> String {
    let stack = window.stack.map { route in
      if case .detail(let login) = route {
        ".detail(LoginID(\(login.guid.debugDescription)))"
      } else {
        ".\(route)"
      }
    }
    let name = window.window.name.debugDescription
    return "WindowNavigation(window: WindowID(\(name)), stack: [\(stack.joined(separator: ", "))])"
  }
}
