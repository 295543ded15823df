import Foundation
import LockboxModern
import ReduxBridge
import ReduxBridgeTesting
import ValueRedux

/// The fewest actions that reproduce the first mismatch of a store, as texts without secrets.
struct Reproduction: Sendable {
  let description: String
  let test: String
}

extension CrossingStore {
  /// Finds the fewest actions that reproduce the first mismatch, on a library with some logins.
  ///
  /// The test to paste names the file and the bug of the options. The result is `nil` if there is no
  /// mismatch, or if the slice alone does not reproduce it on the same actions.
  func reproduction(_ options: Options, logins: [LoginRecord]) throws -> Reproduction? {
    switch mismatches.first?.slice {
    case "theme": try reproduction(slices.theme, options, logins)
    case "account": try reproduction(slices.account, options, logins)
    case "routes": try reproduction(slices.routes, options, logins)
    case "library": try reproduction(slices.library, options, logins)
    case "lists": try reproduction(slices.lists, options, logins)
    default: nil
    }
  }

  private func reproduction<Value>(
    _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ options: Options,
    _ logins: [LoginRecord]
  ) throws -> Reproduction? {
    guard let trace = trace(of: slice) else { return nil }
    let check = ParityCheck(
      slice, parity: Self.parity, unchanged: [slice.name: "a new app may do nothing on a trace"]
    ) { LockboxState(logins: logins) }
    // From the state of a new app, if that is possible: two windows and a user may be all it takes.
    let actions = Self.beginning + trace.actions
    guard
      let found = try check.counterexample(in: actions) ?? check.counterexample(in: trace)
    else { return nil }
    let bug = options.plantedBug.map { "modern: ModernCode(planted: .named(\"\($0.name)\"))" }
    return Reproduction(
      description: "\(found)",
      test: found.testSource(
        slice: "LockboxSlices(\(bug ?? "")).\(slice.name)",
        initialState: "try LockboxState(loginsOf: .\(options.source))"))
  }

  private static let beginning: [LockboxAction] = [
    .account(.signInStarted(email: "")),
    .account(.signedIn(Profile(email: "", displayName: nil), at: SessionClock.start)),
    .window(.open(.side)),
  ]
}
