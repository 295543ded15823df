import Foundation
import ReduxBridge
import ReferenceRedux
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct ShrinkingTests {
  /// A text without what a formatter may change: white space, and commas at the end of a list.
  private func bare(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace }).replacing(",]", with: "]").replacing(",)", with: ")")
  }

  @Test func whatIsPrintedIsWhatWasPastedAndCompiles() async throws {
    let result = try await CommandRun.on(
      beginningOfSample(), "--actions", "600", "--seed", "2", "--plant-bug", "other-window")
    let start = try #require(result.out.range(of: "@Test func"))
    let printed = result.out[start.lowerBound...]
    let agreement = "findings==[]"
    try #require(bare(printed).contains(agreement))
    let turnedAround = bare(printed).dropLast().replacing(agreement, with: "findings!=[]")
      .replacing(/\.file\(path:"[^"]*"\)/, with: ".sample")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let pasted = try String(
      contentsOf: folder.appendingPathComponent("PastedCases.swift"), encoding: .utf8)
    let isPasted = bare(pasted).contains(turnedAround)
    #expect(isPasted, "\(printed)")
  }

  private nonisolated static let login = LoginRecord.sample("a", password: "one-secret")

  /// Of a store whose new code forgets new passwords, after one was edited at shadow; the library is no
  /// part of the test if it is so at the beginning.
  @Test(arguments: [
    (Stage.legacy, [], "1 of 2 actions shows it from", true), (.shadow, [], "2 of ", false),
    (.legacy, [login], "", false),
  ])
  func passwordsAreMaskedInActionsStatesAndTests(
    importingAt stage: Stage, beginningWith logins: [LoginRecord], count: String, hasStart: Bool
  ) throws {
    var code = ModernCode()
    code.library.wrap { original, state, action in
      if case .items(.edited(_, .password, _)) = action { return }
      original(&state, action)
    }
    let store = CrossingStore(slices: LockboxSlices(modern: code))
    let library = LockboxAction.items(.imported([Self.login]))
    if stage == .legacy { store.dispatch(library) }
    try store.setStage(.shadow, ofSliceNamed: "library")
    store.dispatch(.list(.filter("a"), .main))
    if stage == .shadow { store.dispatch(library) }
    let edit = LoginEdit.password(Password("two-secret"))
    store.dispatch(.items(.edited(LoginID("{a}"), edit, at: Date(timeIntervalSince1970: 1))))
    store.flush()
    var options = Options()
    options.source = .file(path: "my \"own\".csv")
    let mismatch = try #require(store.mismatches.first)
    let text = (mismatch.lines + store.reproduction(options, logins: logins))
      .joined(separator: "\n")
    for part in [
      "SHRUNK  \(count)", "Replace each \(Redactor.mask) with a text of your own.",
      #"try LockboxState(loginsOf: .file(path: "my \"own\".csv"))"#,
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("-secret"))
    #expect(text.contains("let start") == hasStart)
  }
}
