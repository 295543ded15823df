import Foundation
import LockboxModern
import ReduxBridge
import ValueRedux

/// The fewest actions that reproduce the first mismatch of a store, as texts without secrets.
struct Reproduction: Sendable {
  /// The mismatch, the actions, and the noise.
  let description: String
  /// A test to paste.
  let test: String
}

extension CrossingStore {
  /// Finds the fewest actions that reproduce the first mismatch.
  ///
  /// - Parameters:
  ///   - options: The options of the command line; the test to paste names the file and the bug.
  ///   - logins: The content of the library at the beginning.
  /// - Returns: The actions; `nil` if there is no mismatch, or if the slice alone does not reproduce
  ///   it on the same actions.
  /// - Throws: The error of a state that cannot be copied.
  func reproduction(_ options: Options, logins: [LoginRecord]) throws -> Reproduction? {
    switch mismatches.first?.slice {
    case "theme": try reproduction(slices.theme, "theme", options, logins)
    case "account": try reproduction(slices.account, "account", options, logins)
    case "routes": try reproduction(slices.navigation, "navigation", options, logins)
    case "library": try reproduction(slices.library, "library", options, logins)
    case "lists": try reproduction(slices.lists, "lists", options, logins)
    default: nil
    }
  }

  private func reproduction<Value>(
    _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ property: String,
    _ options: Options, _ logins: [LoginRecord]
  ) throws -> Reproduction? {
    guard let trace = trace(of: slice) else { return nil }
    let check = ParityCheck(slice, parity: Self.parity) { LockboxState(logins: logins) }
    // From the state of a new app, if that is possible: two windows and a user may be all it takes.
    let actions = Self.beginning + trace.actions
    guard
      let found = try check.counterexample(in: actions) ?? check.counterexample(in: trace)
    else { return nil }
    let bug = options.plantedBug.map { "modern: ModernCode(planted: .named(\"\($0.name)\"))" }
    return Reproduction(
      description: "\(found)",
      test: found.testSource(
        slice: "LockboxSlices(\(bug ?? "")).\(property)",
        initialState: "try LockboxState(loginsOf: \(options.source.expression))"))
  }

  private static let beginning: [LockboxAction] = {
    let user = Profile(email: "ada@mail.example", displayName: nil)
    return [
      .account(.signInStarted(email: user.email)),
      .account(.signedIn(user, at: SessionClock.start)), .window(.open(.side)),
    ]
  }()
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
