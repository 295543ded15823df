import ReduxBridge

extension CrossingStore {
  /// Finds the fewest actions that show the first mismatch.
  ///
  /// - Parameters:
  ///   - options: What the command line asked for: the case to paste names the file and the bug.
  ///   - logins: What was in the library at the beginning.
  /// - Returns: What was found; `nil` when there was no mismatch, or when the slice alone, on the same
  ///   actions, does not show it.
  /// - Throws: What copying a state throws.
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
    /// The expressions that stand for the slices and for the state in a case to paste.
    let slices: String
    let initialState: String

    /// The longest value to start from that a person would read.
    private let longestStart = 1_000

    func shrunk<Value>(
      _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ property: String
    ) throws -> ShrunkMismatch? {
      guard let trace = store.trace(of: slice) else { return nil }
      let logins = logins
      let check = ParityCheck(slice, parity: CrossingStore.parity) { LockboxState(logins: logins) }
      func told(_ found: Counterexample<LockboxAction, Value>) -> ShrunkMismatch {
        ShrunkMismatch(found, slice: "\(slices).\(property)", initialState: initialState)
      }
      guard let found = try check.counterexample(in: trace).map(told) else { return nil }
      guard found.start?.count ?? 0 > longestStart else { return found }
      // A whole library to start from: that a second window is open may be all that it takes.
      let actions = [.window(.open(.side))] + trace.actions
      return try check.counterexample(in: actions).map(told) ?? found
    }
  }
}

extension LoginsFile {
  /// The source as it is written in Swift.
  fileprivate var expression: String {
    switch self {
    case .sample: ".sample"
    case .file(let path): ".file(path: \(path.debugDescription))"
    }
  }
}
