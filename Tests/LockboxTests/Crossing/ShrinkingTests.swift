import Foundation
import ReduxBridge
import ReferenceRedux
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct ShrinkingTests {
  private static let pasted = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("PastedCases.swift")

  /// A text without what a formatter may change: white space, and commas at the end of a list.
  private func bare(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace }).replacing(",]", with: "]").replacing(",)", with: ")")
  }

  @Test func whatIsPrintedIsWhatWasPastedAndCompiles() async throws {
    let result = try await CommandRun.on(
      beginningOfSample(logins: 40), "--actions", "600", "--seed", "2", "--plant-bug",
      "other-window")
    let start = try #require(result.out.range(of: "@Test func"))
    let printed = result.out[start.lowerBound...]
    try #require(bare(printed).hasSuffix("==nil)}"))
    let turnedAround = (bare(printed).dropLast(7) + "!=nil)")
      .replacing(/\.file\(path:"[^"]*"\)/, with: ".sample")
    let pasted = try String(contentsOf: Self.pasted, encoding: .utf8)
    let isPasted = bare(pasted).contains(turnedAround)
    #expect(isPasted, "\(printed)")
  }

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

  @Test func theLibraryAtTheBeginningIsNoPartOfTheTest() throws {
    let store = try makeStore(importingAt: .legacy)
    let logins: [LoginRecord] = [.sample("a", password: "one-secret")]
    var options = Options()
    options.source = .file(path: "my \"own\".csv")
    let test = store.reproduction(options, logins: logins).joined(separator: "\n")
    #expect(!test.contains("let start"))
    #expect(test.contains(#"try LockboxState(loginsOf: .file(path: "my \"own\".csv"))"#))
  }

  @Test func withoutAMismatchThereIsNothingToShrink() throws {
    let store = CrossingStore(slices: LockboxSlices())
    try store.setStage(.shadow, ofSliceNamed: "library")
    store.dispatch(.list(.filter("a"), .main))
    store.flush()
    #expect(store.reproduction(Options(), logins: []).isEmpty)
  }
}
