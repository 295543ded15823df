import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// Recordings that are written by hand: where a replay starts, what a gap leaves out, and what a page shows.
@Suite struct WrittenRecordingTests {
  final class Sum: Codable {
    var number = 0
  }

  enum Add: Codable, Sendable, Equatable { case add(Int) }

  /// On the new side, an addition of 7 adds `wrong` more; on the old side, `changed` more.
  private static func slice(wrong: Int = 0, changed: Int = 0) -> StateSlice<Sum, Add, Int> {
    StateSlice(
      "sum", projection: Projection(\Sum.number),
      legacy: [
        { state, action in
          if case .add(let amount) = action {
            state.number += amount + (amount == 7 ? changed : 0)
          }
        }
      ],
      reducer: Reducer { number, action in
        if case .add(let amount) = action { number += amount + (amount == 7 ? wrong : 0) }
      })
  }

  private func replay(
    start: String = #"{"value":0}"#, _ lines: [String],
    on slice: StateSlice<Sum, Add, Int> = slice()
  ) throws -> SessionReplay<Sum, Add> {
    let header =
      #"{"kind":"header","format":1,"number":0,"stages":{"sum":"legacy"},"#
      + #""state":{"slices":{"sum":\#(start)}}}"#
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    return try SessionReplay(
      try SessionRecording(Array(text.utf8), name: "session.jsonl"), entries: [.slice(slice)]
    ) { Sum() }
  }

  private func action(_ number: Int, _ amount: Int) -> String {
    #"{"kind":"action","number":\#(number),"type":"add","action":{"add":{"_0":\#(amount)}}}"#
  }

  private func checkpoint(_ number: Int, _ value: String) -> String {
    #"{"kind":"checkpoint","number":\#(number),"state":{"slices":{"sum":\#(value)}}}"#
  }

  private var parts: [String] {
    [
      action(1, 1), action(2, 1), #"{"kind":"gap","first":3,"last":5}"#,
      checkpoint(5, #"{"value":10}"#), action(6, 7), checkpoint(6, #"{"value":17}"#),
      action(7, 1), checkpoint(7, #"{"value":18}"#),
    ]
  }

  @Test func aReplayGoesOnAfterAGap() throws {
    let replay = try replay(parts)
    #expect(replay.actions == [.add(1), .add(1), .add(7), .add(1)])
    #expect(replay.notes == ["Actions 3 to 5 are missing: the buffer of the recorder was full."])
    #expect(try replay.firstMismatch() == nil)
    #expect(try replay.firstDifference(on: .legacy) == nil)
  }

  @Test(arguments: [1, 2, 4, 6, 7])
  func aReplayStartsAtTheLastCheckpointBeforeAnAction(_ number: Int) throws {
    let replay = try replay(parts, on: Self.slice(wrong: 1))
    #expect(try replay.firstMismatch(from: number)?.actionNumber == (number < 7 ? 6 : nil))
  }

  @Test func aReplayStartsAtTheLatestOfSeveralCheckpoints() throws {
    let lines = [
      action(1, 1), checkpoint(1, #"{"value":1}"#), action(2, 7),
      checkpoint(2, #"{"value":8}"#), action(3, 1),
    ]
    let replay = try replay(lines, on: Self.slice(wrong: 1))
    #expect(try replay.firstMismatch(from: 2)?.actionNumber == 2)
    #expect(try replay.firstMismatch(from: 3) == nil)
  }

  @Test func aDifferenceSaysUntilWhenBothAgreed() throws {
    let lines = [
      action(1, 1), checkpoint(1, #"{"value":1}"#), action(2, 1),
      checkpoint(2, #"{"value":2}"#), action(3, 7), checkpoint(3, #"{"value":9}"#),
    ]
    let found = try replay(lines, on: Self.slice(changed: 1)).firstDifference(on: .legacy)
    #expect(
      found?.description == "after action 3, equal until 2, at sum: recorded 9, replayed 10")
  }

  @Test func aValueThatWasLeftOutInPartIsNeitherReplayedNorCompared() throws {
    let incomplete = #"{"value":4,"incomplete":true}"#
    let whole = try replay(start: #"{"value":4}"#, [action(1, 1)])
    #expect(try whole.start(of: Self.slice()) == 4)
    let part = try replay(start: incomplete, [action(1, 1), checkpoint(1, incomplete)])
    #expect(try part.start(of: Self.slice()) == nil)
    #expect(throws: SessionError.self) { try part.firstDifference(on: .value) }
    let missing = try replay(
      start: #"{"missing":"its type is not Codable"}"#,
      [action(1, 1), checkpoint(1, #"{"value":1}"#)])
    #expect(try missing.firstDifference(on: .value) == nil)
  }

  @Test func aPageShowsWhatHappenedInAGapAndAfterEachAction() throws {
    let page = try SessionPage(try replay(parts), title: "gap")
    for row in [
      #"{"n":1,"t":0,"a":{"add":{"_0":1}},"c":[{"s":0,"p":[],"o":0,"n":1}]}"#,
      #"{"n":2,"t":0,"a":{"add":{"_0":1}},"c":[{"s":0,"p":[],"o":1,"n":2}]}"#,
      #"{"g":"actions 3 to 5 are missing","c":[{"s":0,"p":[],"o":2,"n":10}]}"#,
      #"{"n":6,"t":0,"a":{"add":{"_0":7}},"c":[{"s":0,"p":[],"o":10,"n":17}]}"#,
    ] {
      #expect(page.html.contains(row), "\(row)")
    }
    let changed = try replay(parts, on: Self.slice(wrong: 1))
    let ofValues = try SessionPage(changed, on: .value, title: "values")
    #expect(ofValues.html.contains(#""o":10,"n":18}]}"#))
  }

  // MARK: Text

  @Test func spacesAndEscapesAreRead() throws {
    let text =
      " { \"kind\" : \"header\" ,\t\"format\" : 1 , \"number\" : 0 , \"seed\":18446744073709551615,"
      + #""app" : "\u00e9\ud83d\ude00\"\\\n/\/ é" , "state" : { "slices" : { } , "x" : [ 1 , [ ] ] } } "#
      + "\n"
    let recording = try SessionRecording(Array(text.utf8), name: "a")
    #expect(recording.app == "\u{e9}\u{1F600}\"\\\n// \u{e9}")
    #expect(recording.seed == .max)
  }

  @Test(arguments: [#""\q""#, #""\ud83d""#, #""\u12""#, "\"a", "01x", "[1 2]", "{\"a\" 1}", "tru"])
  func textThatIsNoJSONIsRefused(_ value: String) {
    let header = #"{"kind":"header","format":1,"number":0,"state":{},"app":\#(value)}"#
    #expect(throws: SessionError.self) {
      try SessionRecording(Array((header + "\n{}\n").utf8), name: "a")
    }
  }

  @Test func aTextOf200LevelsIsRead() throws {
    for (levels, isRead) in [(190, true), (210, false)] {
      let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      let header = #"{"kind":"header","format":1,"number":0,"state":\#(value)}"# + "\n"
      let recording = try? SessionRecording(Array(header.utf8), name: "a")
      #expect((recording != nil) == isRead)
    }
  }
}
