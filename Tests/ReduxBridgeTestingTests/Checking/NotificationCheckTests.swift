import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

extension Notification.Name {
  fileprivate static let lengthDidChange = Notification.Name("TapeLengthDidChange")
  fileprivate static let derived = Notification.Name("TapeDerived")
  fileprivate static let elsewhere = Notification.Name("TapeElsewhere")
}

@MainActor
private final class Tape: Codable {
  var length: Int {
    didSet {
      NotificationCenter.default.post(
        name: .lengthDidChange, object: self, userInfo: ["old": oldValue, "other": self])
    }
  }

  init(_ length: Int) { self.length = length }
}

@MainActor
private final class Deck: Codable { var tapes = [Tape(0), Tape(0)] }

@MainActor
@Suite("The check of notifications", .timeLimit(.minutes(5)))
struct NotificationCheckTests {
  /// A check of a slice whose `write` does something that the block does not.
  private func check(
    factor: Int = 1, names: [Notification.Name] = [.lengthDidChange], userInfo keys: [String] = [],
    performing perform: @escaping @Sendable (Int) -> Void = { _ in },
    writing fault: @escaping @MainActor (Deck, [Int]) -> Void = { _, _ in }
  ) -> NotificationCheck<Deck, Int> {
    let lengths = StateSlice<Deck, Int, [Int]>(
      "lengths",
      projection: Projection(
        read: onMainActor { $0.tapes.map(\.length) },
        write: onMainActor { deck, lengths in
          fault(deck, lengths)
          for (tape, length) in zip(deck.tapes, lengths) {
            Projection.assign(length, to: \.length, of: tape)
          }
        }),
      legacy: [onMainActor { deck, number in deck.tapes[0].length += number }],
      reducer: Reducer { $0[0] += $1 * factor }
    ).effects(
      SliceEffects(
        legacy: { _, number in [number] }, value: { _, number in [number] }, perform: perform))
    return NotificationCheck([.slice(lengths)], names: names, userInfo: keys) { Deck() }
  }

  private func failures(writing fault: @escaping @MainActor (Deck, [Int]) -> Void) throws
    -> [String]
  {
    try check(userInfo: ["old"], writing: fault).failures(after: [1]).map {
      $0.replacing("notifications (migrated): after action 1 1, at post ", with: "")
    }
  }

  @Test func equalPostsPassWhileTheStoreItselfPostsNothingAndPerformsNoEffect() throws {
    let names: [Notification.Name] = [.lengthDidChange, .RDXStateDidChange]
    let check = check(names: names, userInfo: ["old", "other"]) { _ in Issue.record("an effect") }
    #expect(try check.failures(after: Array(1...14)) == [])
    #expect(
      try check.run([1, 2], at: .migrated).posts == [
        ["TapeLengthDidChange of tapes.0, old: 0, other: tapes.0"],
        ["TapeLengthDidChange of tapes.0, old: 1, other: tapes.0"],
      ])
  }

  @Test func theFirstPostThatDiffersIsNamed() throws {
    let post = "TapeLengthDidChange of tapes"
    let found = try [
      failures { deck, lengths in deck.tapes[0] = Tape(lengths[0]) },
      failures { deck, lengths in
        deck.tapes[0].length = lengths[0]
        deck.tapes[0].length = lengths[0]
      },
      failures { deck, _ in deck.tapes[1].length = 0 },
      failures { _, _ in Tape(3).length = 0 },
      failures { deck, lengths in deck.tapes[0] = Tape(5) },
    ]
    let legacy = "1: legacy \(post).0, old: 0, migrated"
    #expect(
      found == [
        ["\(legacy) none"], ["2: legacy none, migrated \(post).0, old: 1"],
        ["\(legacy) \(post).1, old: 0"],
        ["\(legacy) TapeLengthDidChange of Tape outside of the state, old: 3"],
        ["\(legacy) \(post).0, old: 5"],
      ])
  }

  @Test func differencesComeInTheOrderOfTheActionsWithMismatches() throws {
    let check = check(factor: 2, writing: { deck, _ in deck.tapes[1].length = 0 })
    let failures = try check.failures(after: [0, 1, 1, 1, 1, 1])
    let numbers = failures.map { $0.firstMatch(of: /after action (\d)/)?.output.1 ?? "" }
    #expect(numbers == numbers.sorted() && Set(numbers) == ["1", "2", "3", "4", "5", "6"])
    #expect(failures.contains { $0.hasPrefix("notifications (between stages): after action 6 1") })
    #expect(failures.contains { $0.hasPrefix("lengths (shadow): after action 2 1, at 0") })
  }

  @Test func aCheckThatSawNoPostFails() throws {
    #expect(
      try check(names: [.derived]).failures(after: [1]) == [
        "notifications: no action posted TapeDerived"
      ])
    #expect(try check().failures(after: []).count == 1)
  }

  @Test func aPostComesBeforeThoseOfItsObservers() throws {
    let tokens = (0..<8).map { _ in
      NotificationCenter.default.addObserver(forName: .lengthDidChange, object: nil, queue: nil) {
        NotificationCenter.default.post(name: .derived, object: $0.object)
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    let posts = try check(names: [.derived, .lengthDidChange]).run([1], at: .legacy).posts
    #expect(posts[0].first == "TapeLengthDidChange of tapes.0" && posts[0].count == 9)
  }

  @Test func postsOfOtherThreadsAreLeftOut() async throws {
    let recorder = PostRecorder([.elsewhere])
    try await onThread { NotificationCenter.default.post(name: .elsewhere, object: nil) }
    NotificationCenter.default.post(name: .elsewhere, object: nil)
    #expect(recorder.take().count == 1)
    recorder.stop()
    NotificationCenter.default.post(name: .elsewhere, object: nil)
    #expect(recorder.take().isEmpty)
  }
}
