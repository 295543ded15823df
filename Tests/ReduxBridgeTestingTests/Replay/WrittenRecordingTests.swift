import Foundation
import ReduxBridge
import ReduxSessions
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// Recordings that are written by hand: where a replay starts, what a gap leaves out, and what a page shows.
@Suite struct WrittenRecordingTests {
  final class Sum: Codable { var number = 0 }

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

  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Writes a recording, and returns the check that replays it.
  private func check(
    start: String = #"{"value":0}"#, _ lines: [String],
    on slice: StateSlice<Sum, Add, Int> = slice()
  ) throws -> ParityCheck<Sum, Add> {
    let header =
      #"{"kind":"header","format":1,"number":0,"stages":{"sum":"legacy"},"#
      + #""state":{"slices":{"sum":\#(start)}}}"#
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: folder.file)
    return ParityCheck([.slice(slice)]) { Sum() }
  }

  private func replay(
    start: String = #"{"value":0}"#, _ lines: [String],
    on slice: StateSlice<Sum, Add, Int> = slice()
  ) throws -> ParityReport<Add> {
    try check(start: start, lines, on: slice).run(.recording(folder.file))
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
    #expect(replay.description.hasPrefix("passed, 4 actions\n"))
    #expect(replay.remarks == ["Actions 3 to 5 are missing: the buffer of the recorder was full."])
    let wrong = try self.replay(parts, on: Self.slice(wrong: 1))
    #expect(wrong.findings.first?.actionNumber == 6)
    #expect(wrong.counterexample?.actions == [.add(7)])
  }

  @Test func aDifferenceSaysUntilWhenBothAgreed() throws {
    let lines = [
      action(1, 1), checkpoint(1, #"{"value":1}"#), action(2, 1),
      checkpoint(2, #"{"value":2}"#), action(3, 7), checkpoint(3, #"{"value":9}"#),
    ]
    let found = try replay(lines, on: Self.slice(changed: 1)).findings.map(\.description)
    #expect(
      found.last == "sum: after action 3, on the legacy side, equal until 2, at the whole: "
        + "recorded 9, replayed 10")
  }

  @Test func aValueThatWasLeftOutInPartIsNeitherReplayedNorCompared() throws {
    let incomplete = #"{"value":4,"incomplete":true}"#
    let part = try replay(start: incomplete, [action(1, 1), checkpoint(1, incomplete)])
    #expect(part.findings == [])
    #expect(part.remarks.contains { $0.contains("so there is nothing to compare with") })
    let missing = try replay(
      start: #"{"missing":"its type is not Codable"}"#,
      [action(1, 1), checkpoint(1, #"{"value":1}"#)])
    #expect(missing.failures == [])
  }

  @Test func aPageShowsWhatHappenedInAGapAndAfterEachAction() throws {
    func values(_ slice: StateSlice<Sum, Add, Int>, on side: Side? = nil) throws -> [Substring] {
      let page = try SessionPage(of: folder.file, check(parts, on: slice), on: side, title: "")
      return page.html.matches(of: /"new":(\d+),"old"/).map(\.1)
    }
    #expect(try values(Self.slice()) == ["1", "2", "10", "17", "18"])
    #expect(try values(Self.slice(wrong: 1), on: .value) == ["1", "2", "10", "18", "19"])
  }

  @Test func aNumberBeyondThoseOfTheScriptIsATextOfThePage() throws {
    for (number, text) in [
      (9_007_199_254_740_993, #""\u00009007199254740993""#),
      (9_007_199_254_740_992, "9007199254740992"),
    ] {
      let html = try SessionPage(of: folder.file, check([action(1, number)]), title: "").html
      #expect(html.contains(#""new":\#(text),"#))
    }
  }

  /// An object whose members moved is compared by name: each name is found without a search.
  @Test func membersThatMoveAreComparedByName() {
    func object(_ range: some Sequence<Int>) -> JSONValue {
      .object(range.map { .init(name: "key \($0)", value: .number($0)) })
    }
    let changes = object(1...20_000).changes(to: object((0..<20_000).reversed()))
    #expect(changes.map(\.path) == [["key 0"], ["key 20000"]])
  }

  @Test func spacesAndEscapesAreReadAndMoreThan200LevelsAreRefused() throws {
    let text =
      " { \"kind\" : \"header\" ,\t\"format\" : 1 , \"seed\":18446744073709551615,"
      + #""app" : "\u00e9\ud83d\ude00\"\\\n/\/ é" , "state" : { "slices" : { } , "x" : [ 1 , [ ] ] } } "#
      + "\n" + action(1, 1) + "\n"
    let recording = try SessionRecording(Array(text.utf8), name: "a")
    #expect(recording.actionCount == 1)
    #expect(recording.app == "\u{e9}\u{1F600}\"\\\n// \u{e9}")
    #expect(recording.seed == .max)
    func header(levels: Int) -> [UInt8] {
      let state = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      return Array(#"{"kind":"header","format":1,"state":\#(state)}"#.utf8)
    }
    _ = try SessionRecording(header(levels: 200), name: "a")
    for levels in [201, 100_000] {
      #expect(throws: SessionError.self) { try SessionRecording(header(levels: levels), name: "a") }
    }
  }

  /// A number of any type is read without a loss, although JSON has one type of numbers.
  @Test func numbersOfAllTypesAreExact() throws {
    func isExact<Number: Codable & Equatable>(_ number: Number) throws -> Bool {
      let tree = try RecordingEncoder().encode(number).tree.asRead()
      return try JSONDecoder().decode(Number.self, from: Data(tree.bytes)) == number
    }
    #expect(try isExact(Int.min) && isExact(UInt64.max) && isExact(Int128.min))
    #expect(try isExact(UInt128.max) && isExact(Decimal(string: "0.123456789012345678901234567")))
    for number in [
      0.1 + 0.2, 1e300, 1e-300, Double.leastNonzeroMagnitude, -Double.greatestFiniteMagnitude,
    ] {
      #expect(try isExact(number), "\(number)")
    }
  }

  /// X3.
  @Test func aFolderWithoutRecordingsIsAnError() throws {
    let check = try check([])
    try FileManager.default.removeItem(at: folder.file)
    let error = #expect(throws: SessionError.self) { try check.run(.recording(folder.url)) }
    #expect("\(error as Any)".contains("\(folder.url.path): there is no recording in the folder"))
  }

  @Test func aFileThatCannotBeReadIsNamedWithTheCause() throws {
    let place = folder.url.appendingPathComponent("none.jsonl")
    let error = #expect(throws: CocoaError.self) { try check([]).run(.recording(place)) }
    let text = error?.localizedDescription ?? ""
    #expect(text.hasPrefix("\(place.path): ") && text.contains("No such file"), "\(text)")
  }
}
