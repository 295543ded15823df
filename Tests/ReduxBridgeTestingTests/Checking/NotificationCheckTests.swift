import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

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
    writing fault: @escaping @MainActor (Deck, [Int]) -> Void = { _, _ in }
  ) -> ParityCheck<Deck, Int> {
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
      reducer: Reducer { $0[0] += $1 * factor })
    return ParityCheck([.slice(lengths)]) { MainActor.assumeIsolated { Deck() } }
      .posting(names, userInfo: keys)
  }

  @Test func equalPostsPassWhileTheStoreItselfPostsNothing() throws {
    let names: [Notification.Name] = [.lengthDidChange, .RDXStateDidChange]
    let check = check(names: names, userInfo: ["old", "other"])
    #expect(try check.findings(after: Array(1...14)) == [])
  }

  private typealias Fault = @MainActor @Sendable (Deck, [Int]) -> Void

  /// Each mistake of `write`, with the posts that it adds or loses.
  private nonisolated static let faults: [(name: String, finding: String, fault: Fault)] = [
    (
      "V19: an object that nobody observes takes the place of another",
      "1: legacy TAPES.0, old: 0, at migrated none", { $0.tapes[0] = Tape($1[0]) }
    ),
    (
      "W6: a change that an observer receives twice",
      "2: legacy none, at migrated TAPES.0, old: 1",
      {
        $0.tapes[0].length = $1[0]
        $0.tapes[0].length = $1[0]
      }
    ),
    (
      "V21: a write of an equal value", "1: legacy TAPES.0, old: 0, at migrated TAPES.1, old: 0",
      { deck, _ in deck.tapes[1].length = 0 }
    ),
    (
      "an object outside of the state",
      "1: legacy TAPES.0, old: 0, at migrated TapeLengthDidChange of Tape outside of the state, old: 3",
      { _, _ in Tape(3).length = 0 }
    ),
    (
      "an object with another value",
      "1: legacy TAPES.0, old: 0, at migrated TAPES.0, old: 5",
      { deck, _ in deck.tapes[0] = Tape(5) }
    ),
  ]

  @Test(arguments: faults.map(\.name)) func theFirstPostThatDiffersIsNamed(_ name: String) throws {
    let row = try #require(Self.faults.first { $0.name == name })
    let found = try check(userInfo: ["old"], writing: row.fault).findings(after: [1])
      .filter { $0.subject == .post && $0.other == "at migrated" }.map {
        $0.description.replacing("the state: post ", with: "")
          .replacing(", after action 1 1", with: "")
      }
    let tapes = "TapeLengthDidChange of tapes"
    #expect(found == [row.finding.replacing("TAPES", with: tapes)])
  }

  @Test func postsThatDifferBetweenStagesComeInTheOrderOfTheActions() throws {
    let check = check(writing: { deck, _ in deck.tapes[1].length = 0 })
    let found = try check.findings(after: [0, 1, 1, 1, 1, 1]).filter { $0.subject == .post }
    let numbers = found.map(\.actionNumber)
    #expect(numbers == numbers.sorted() && Set(numbers) == [1, 2, 3, 4, 5, 6])
    #expect(found.contains { $0.other == "between stages" && $0.actionNumber == 6 })
  }

  @Test func aCheckThatSawNoPostFails() throws {
    let silent = try check(names: [.derived]).run(.list([1]))
    #expect(silent.failures.contains("no action posted TapeDerived"))
    #expect(try check().run(.list([])).failures.contains("no action posted TapeLengthDidChange"))
  }

  @Test func aPostComesBeforeThoseOfItsObservers() throws {
    let tokens = (0..<8).map { _ in
      NotificationCenter.default.addObserver(forName: .lengthDidChange, object: nil, queue: nil) {
        NotificationCenter.default.post(name: .derived, object: $0.object)
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    let recorder = PostRecorder([.derived, .lengthDidChange])
    defer { recorder.stop() }
    Tape(0).length = 1
    let posts = recorder.take().map(\.name)
    #expect(posts.first == .lengthDidChange && posts.count == 9)
  }

  @Test func postsOfOtherThreadsAreLeftOut() {
    let recorder = PostRecorder([.elsewhere])
    let done = DispatchSemaphore(value: 0)
    Thread {
      NotificationCenter.default.post(name: .elsewhere, object: nil)
      done.signal()
    }.start()
    done.wait()
    NotificationCenter.default.post(name: .elsewhere, object: nil)
    #expect(recorder.take().count == 1)
    recorder.stop()
    NotificationCenter.default.post(name: .elsewhere, object: nil)
    #expect(recorder.take().isEmpty)
  }
}
