import CommandLineSupport
import Foundation
import LockboxModern
import ReduxBridge
import ReduxBridgeTesting
import ValueRedux

extension CrossingStore {
  /// The fewest actions that reproduce the first mismatch on a library with some logins, and a test to
  /// paste, as lines without secrets; none without a mismatch.
  ///
  /// The test names the file and the bug of the options. The slice alone may agree on the same actions.
  func reproduction(_ options: Options, logins: [LoginRecord]) -> [String] {
    guard let mismatch = mismatches.first else { return [] }
    do {
      let found =
        switch mismatch.slice {
        case "theme": try reproduction(slices.theme, options, logins)
        case "account": try reproduction(slices.account, options, logins)
        case "routes": try reproduction(slices.routes, options, logins)
        case "library": try reproduction(slices.library, options, logins)
        default: try reproduction(slices.lists, options, logins)
        }
      return found ?? ["No shorter list reproduces it: the slice alone agrees on the same actions."]
    } catch {
      return ["The search for a shorter list failed: \(error)"]
    }
  }

  private func reproduction<Value>(
    _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ options: Options,
    _ logins: [LoginRecord]
  ) throws -> [String]? {
    guard let trace = trace(of: slice) else { return nil }
    let check = ParityCheck([.slice(slice)], parity: Self.parity) { LockboxState(logins: logins) }
    // From the state of a new app, if that is possible: two windows and a user may be all it takes.
    let actions = Self.beginning + trace.actions
    guard
      let found =
        try check.run(.list(actions)).counterexample ?? check.run(.trace(trace)).counterexample
    else { return nil }
    let bug = options.plantedBug.map { "modern: ModernCode(planted: .named(\"\($0.name)\"))" }
    let test = found.testSource(
      slice: "LockboxSlices(\(bug ?? "")).\(slice.name)",
      initialState: "try LockboxState(loginsOf: .\(options.source))")
    // The first line is the mismatch, which has been shown.
    let texts = "\(found)".split(separator: "\n").dropFirst().map { String($0.drop { $0 == " " }) }
    var lines = "SHRUNK".labelling(texts.first ?? "", column: 8)
    lines += texts.dropFirst().flatMap { "  ".labelling($0, column: 4) }
    lines += ["", "AS A TEST  to paste into Tests/LockboxTests; it fails until both sides agree."]
    if test.contains(Redactor.mask) {
      lines.append("Replace each \(Redactor.mask) with a text of your own.")
    }
    return lines + [""] + test.split(separator: "\n").map(String.init)
  }

  private static let beginning: [LockboxAction] = [
    .account(.signInStarted(email: "")),
    .account(.signedIn(Profile(email: "", displayName: nil), at: SessionClock.start)),
    .window(.open(.side)),
  ]
}
