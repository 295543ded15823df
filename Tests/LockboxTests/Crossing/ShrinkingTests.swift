import Foundation
import ReduxBridge
import ReferenceRedux
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct ShrinkingTests {
  /// A store whose new code forgets new passwords, after one was edited at shadow.
  private func makeStore(importingAt stage: Stage) throws -> CrossingStore {
    var code = ModernCode()
    code.library.wrap { original, state, action in
      if case .items(.edited(_, .password, _)) = action { return }
      original(&state, action)
    }
    let store = CrossingStore(slices: LockboxSlices(modern: code))
    let logins = LockboxAction.items(.imported([.sample("a", password: "one-secret")]))
    if stage == .legacy { store.dispatch(logins) }
    try store.setStage(.shadow, ofSliceNamed: "library")
    store.dispatch(.list(.filter("a"), .main))
    if stage == .shadow { store.dispatch(logins) }
    let edit = LoginEdit.password(Password("two-secret"))
    store.dispatch(.items(.edited(LoginID("{a}"), edit, at: Date(timeIntervalSince1970: 1))))
    store.flush()
    return store
  }

  @Test(arguments: [(Stage.legacy, "1 of 2 actions shows it from"), (.shadow, "2 of ")])
  func passwordsAreMaskedInActionsStatesAndTests(stage: Stage, count: String) throws {
    let store = try makeStore(importingAt: stage)
    let found = store.reproduction(Options(), logins: [])
    let mismatch = try #require(store.mismatches.first)
    let text = (mismatch.lines + found).joined(separator: "\n")
    #expect(text.contains("SHRUNK  \(count)"))
    #expect(!text.contains("-secret"))
    #expect(text.contains("Replace each \(Redactor.mask) with a text of your own."))
  }
}
