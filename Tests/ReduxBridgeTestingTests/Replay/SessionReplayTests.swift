import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// The findings of a replay, on either side and on both.
@Suite("Replaying a session")
struct SessionReplayTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Records random actions at stage `legacy`, or in a plain class store.
  private func record(_ count: Int = 300, inClassStore: Bool = false, more: [KeyringAction] = [])
    throws
  {
    let store =
      inClassStore
      ? ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
      : MigrationStore(state: KeyringState(), entries: Keyring.entries())
    var random = SeededGenerator("SessionReplayTests")
    for _ in 0..<10 { store.dispatch(.random(using: &random)) }
    let recorder = try SessionRecorder(of: store, to: folder.file, options: .init(every: 50))
    for _ in 0..<count { store.dispatch(.random(using: &random)) }
    for action in more { store.dispatch(action) }
    try recorder.stop()
  }

  private func replay(
    _ slice: Keyring.Slice = Keyring.logins
  ) throws -> ParityReport<KeyringAction> {
    try Keyring.check(Keyring.entries(slice)).run(.recording(folder.file))
  }

  /// The first difference of a side from the recorded values.
  private func difference<Action>(_ report: ParityReport<Action>, on side: Side) -> String? {
    report.findings.first {
      $0.subject == .recording && $0.other?.hasPrefix("on the \(side.rawValue) side") == true
    }?.description
  }

  @Test(arguments: [false, true])
  func aSessionAgreesOnBothSidesAndWithItsCheckpoints(_ inClassStore: Bool) throws {
    try record(inClassStore: inClassStore)
    // No block runs after the last slice of the last one and brings its value to the state.
    let last = Keyring.check(Keyring.entries().reversed())
    let reports = try [
      replay(), replay(Keyring.logins.withoutLegacyReaders()), last.run(.recording(folder.file)),
    ]
    #expect(reports.flatMap(\.failures) == [])
    #expect(reports.allSatisfy { $0.description.hasPrefix("passed, 300 actions\n") })
    #expect(try !folder.content.contains(Keyring.secret), "a planted secret is in the file")
  }

  @Test func codeThatChangedSinceIsFoundAtACheckpoint() throws {
    try record(100, more: [.launch])
    let changed = Keyring.logins(legacy: { state, action in
      if case .add(let id, _, _) = action { state.logins.first { $0.id == id }?.site = "new" }
    })
    let found = try difference(replay(changed), on: .legacy) ?? ""
    let expected =
      /logins: after action 60, on the legacy side, equal until 0, at logins\.\d\.site: recorded "site \d", replayed "new"/
    #expect(found.wholeMatch(of: expected) != nil, "\(found)")
  }

  /// A recording knows of a secret only whether there is one.
  @Test(arguments: ["another", ""])
  func aSecretIsComparedAsOne(_ password: String) throws {
    try record(100, more: [.editPassword(id: 1, to: Keyring.secret)])
    let changed = Keyring.logins(legacy: { state, _ in
      for login in state.logins { login.password = password }
    })
    let found = try difference(replay(changed), on: .legacy)
    #expect((found == nil) == !password.isEmpty)
    #expect(found?.hasSuffix(", replayed \"\"") != false, "\(found ?? "")")
  }

  /// V6: texts, addresses, ids and numbers that a recording masks, beside a number that it does not.
  private struct Access: Equatable, Sendable, Codable {
    var pin = ""
    var page: URL?
    var secretPage: URL?
    var secretID: UUID?
    var otp: [UInt8] = []
    var passwords: [String: Int] = [:]
    var tries = 0
  }

  private final class Door: Codable { var access = Access() }

  private enum Open: Codable, Sendable { case open }

  private func door(counting step: Int) -> StateSlice<Door, Open, Access> {
    @Sendable func open(_ access: inout Access) {
      // Of so many tokens in 0 to 127 some are what they stand for.
      access = Access(
        pin: "0000", page: URL(string: "https://ann:0000@example.com"),
        secretPage: URL(string: "https://0000.example"), secretID: UUID(),
        otp: (0...255).map { $0 }, passwords: step > 2 ? ["pl4nted": 1] : [:],
        tries: access.tries + step)
    }
    return StateSlice(
      "door", projection: Projection(\.access), legacy: [{ door, _ in open(&door.access) }],
      reducer: Reducer { access, _ in open(&access) })
  }

  @Test func secretsOfAllTypesHideNoOtherChange() throws {
    let store = MigrationStore(state: Door(), entries: [.slice(door(counting: 1))])
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.dispatch(.open)
    try recorder.stop()
    let found = try [1, 2, 3].map { step in
      let check = ParityCheck([.slice(door(counting: step))]) { Door() }
      return try difference(check.run(.recording(folder.file), effort: .sides), on: .value)
    }
    let start = "door: after action 1, on the value side, equal until 0, at "
    #expect(
      found == [
        nil, start + "tries: recorded 1, replayed 2",
        start + #"passwords.<redacted>: recorded nothing, replayed "<redacted>""#,
      ])
  }

  @Test func maskedPayloadsAloneAreNoEvidenceAndSecretsOfTheReplayedCodeAreNotShown() throws {
    try record(0, more: [.add(id: 9, site: "a", password: "b")])
    let replay = try replay()
    #expect(
      replay.remarks == [
        "1 action with masked payloads, 1 value: a replay is no evidence for add (1)."
      ])
    #expect(
      replay.failures == [
        "only actions with masked payloads exercised a slice, which are no evidence: add"
      ])
    let changed = Keyring.logins(legacy: { state, _ in
      state.logins.append(KeyObject(id: 40, site: "new", password: "pl4nted"))
    })
    let shown = try difference(self.replay(changed), on: .legacy) ?? ""
    #expect(shown.contains(#"[{"id":40,"password":"<redacted>","site":"new"}]"#), "\(shown)")
  }

  @Test func tracesAndListsAreWrittenAsRecordings() throws {
    let broken = Keyring.logins(value: { value, action in
      if case .select = action { value.selected = 9 }
    })
    let store = MigrationStore(
      state: KeyringState(), entries: Keyring.entries(broken),
      parity: ParityOptions(tracedActions: 10))
    try store.setStage(.shadow, of: broken)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.reduce([KeyringAction.launch, .add(id: 1, site: "a", password: "b"), .select(id: 1)])
    try recorder.stop()
    let recording = try SessionRecording(contentsOf: folder.file)
    #expect(recording.ledger == store.ledger)
    let recorded = recording.events.compactMap { event in
      if case .mismatch(let mismatch) = event.content { mismatch } else { nil }
    }
    #expect(recorded == store.mismatches)
    func place(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
    let trace = try #require(store.trace(of: broken))
    try trace.write(to: place("trace.jsonl"))
    try SessionRecording.write(trace.actions, to: place("list.jsonl"))
    for name in [".hidden.jsonl", "notes.txt"] { try Data().write(to: place(name)) }
    for (slice, types) in [(broken, ["select", "select", "select"]), (Keyring.logins, [])] {
      let report = try Keyring.check(Keyring.entries(slice))
        .run(.recording(folder.url), effort: .sides)
      #expect(report.description.contains(" of 3 recordings"))
      #expect(report.findings.filter { $0.subject == .state }.map(\.actionType) == types)
    }
  }

  private final class Shared: Codable {
    final class Item: Codable { var count = 0 }

    var items = [Item()]
    var selected: Item?

    init() { selected = items.first }
  }

  private enum Raise: Codable, Sendable { case selected }

  @Test func aSessionFromTheLaunchOnKeepsSharedObjects() throws {
    let block: ReduceBlock<Shared, Raise> = { state, _ in state.selected?.count += 1 }
    let store = ReferenceStore(state: Shared(), reducers: [block])
    let recorder = try SessionRecorder(of: store, to: folder.file, options: .init(every: 1))
    store.dispatch(.selected)
    try recorder.stop()
    let report = try ParityCheck([.blocks([block])]) { Shared() }.run(.recording(folder.file))
    #expect(report.findings == [])
    #expect(report.remarks == [])
  }

  // MARK: Several types of actions

  private struct Add: ReduxAction, Codable {
    var identifier: String { "add" }
    var amount = 1
  }

  private struct Other: ReduxAction { var identifier: String { "other" } }

  @Test func actionsBehindAProtocolAreDecodedByTheirTypes() throws {
    let block: ReduceBlock<KeyringState, any ReduxAction> = { state, action in
      state.launches += (action as? Add)?.amount ?? 0
    }
    let store = ReferenceStore<KeyringState, any ReduxAction>(
      state: KeyringState(), reducers: [block])
    let recorder = try SessionRecorder(of: store, to: folder.file, options: .init(every: 4))
    let actions: [any ReduxAction] = [Add(), Add(amount: 2), Other(), Add(), Add()]
    for action in actions { store.dispatch(action) }
    try recorder.stop()
    let check = ParityCheck([.blocks([block])]) { KeyringState() }
    let report = try check.run(.recording(folder.file, actionTypes: [Add.self]))
    #expect(report.description.contains(", 3 actions"))
    #expect(
      report.remarks.sorted().map { $0.prefix(39) } == [
        "Not replayable: 1 action after one that", "Not replayable: 1 action of type Sessio",
      ])
    #expect(report.findings == [])
    #expect(try check.run(.recording(folder.file)).description.contains(", 0 actions"))
  }

  @MainActor
  @Test func aValueStoresRecordingReplaysOnItsReducer() throws {
    let store = ValueStore(initialState: KeyringValue(), reducer: Reducer(Keyring.reduce))
    let recorder = try SessionRecorder(of: store, to: folder.file, options: .init(every: 10))
    var random = SeededGenerator("aValueStoresRecording")
    for _ in 0..<40 { store.dispatch(.random(using: &random)) }
    try recorder.stop()
    let check = ParityCheck(Reducer(Keyring.reduce), initialState: KeyringValue())
    #expect(try check.run(.recording(folder.file)).failures == [])
    let changed = ParityCheck(
      Reducer { (_: inout KeyringValue, _: KeyringAction) in }, initialState: KeyringValue())
    #expect(try changed.run(.recording(folder.file)).findings.map(\.slice) == ["state"])
    #expect(
      try changed.run(.list([.launch])).failures == [
        "a reducer alone has recordings to replay only"
      ])
  }

  // MARK: Damaged files

  @Test(arguments: [
    ("", 1, "the file is empty"),
    ("{\"kind\":\"action\",\"format\":1,\"number\":0}\n", 1, "no header"),
    ("{\"kind\":\"header\",\"format\":2}\n", 1, "the format 2"),
    ("{\"kind\":\"header\",\"format\":-7}\n", 1, "there is no format -7"),
    ("{\"kind\":\"header\",\"format\":1,\"number\":-1}\n", 1, "number -1 is not in 0"),
    ("{\"kind\":\"header\",\"format\":1,\"number\":\(1 << 53 + 1)}\n", 1, "is not in 0"),
    ("{\"kind\":\"header\",\"format\":1,\"number\":1e99}\n", 1, "does not fit"),
    (
      "{\"kind\":\"header\",\"format\":1,\"number\":0,\"state\":{\"slices\":{\"queue\":{}}}}\n", 1,
      "has slice \"queue\", and the entries have logins, theme"
    ),
    ("H\n{\"kind\":\"gap\",\"first\":1,\"last\":\(Int.max)}\n", 2, "is not in 0"),
    ("H\n{\"kind\":\"gap\",\"first\":1,\"last\":0}\n", 2, "a gap from 1 to 0"),
    ("H\n{\"kind\":\"checkpoint\",\"number\":\(Int.max)}\n", 2, "is not in 0"),
    ("H\n{\"kind\":\"checkpoint\",\"number\":3}\n", 2, "checkpoint 3 stands after action 0"),
    ("H\n{\"kind\":\"end\"}\n{\"kind\":\"end\"}\n", 3, "a line after the end"),
    (
      "H\n{\"kind\":\"action\",\"number\":1,\"action\":{\"launch\":{}},\"masked\":\(1 << 53 + 1)}\n",
      2,
      "masked 9007199254740993 is not in 0"
    ),
    ("{\"kind\":\"header\"", 1, "no JSON text"),
    ("{\"kind\":\"header\"} 1\n", 1, "no JSON text"),
    ("H\n{\"kind\":\"action\",\n{\"kind\":\"end\"}\n", 2, "no JSON text"),
    ("H\n{\"kind\":\"dance\"}\n", 2, "an unknown kind of line, \"dance\""),
    ("H\n{\"kind\":\"end\",\"ledger\":{\"entries\":{}}}\n", 2, "at ledger"),
    (
      "H\n{\"kind\":\"action\",\"number\":2,\"type\":\"launch\",\"action\":{\"launch\":{}}}\n", 2,
      "action 2 stands where 1 must"
    ),
    (
      "H\n{\"kind\":\"action\",\"number\":1,\"type\":\"fly\",\"action\":{\"fly\":{}}}\n", 2,
      "action 1 (fly) cannot be decoded as KeyringAction"
    ),
  ])
  func aDamagedFileIsRefusedWithTheLine(_ text: String, _ line: Int, _ reason: String) throws {
    let header = "{\"kind\":\"header\",\"format\":1,\"number\":0,\"state\":{\"slices\":{}}}"
    try Data(text.replacingOccurrences(of: "H\n", with: header + "\n").utf8)
      .write(to: folder.file)
    let error = #expect(throws: SessionError.self) { try replay() }
    #expect(error?.line == line)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func aTornLastLineIsSkippedWithANote() throws {
    try record(20)
    let whole = try Data(contentsOf: folder.file)
    let lines = try folder.lines().count
    for missing in 1...120 {
      try whole.dropLast(missing).write(to: folder.file)
      let recording = try SessionRecording(contentsOf: folder.file)
      #expect(recording.actionCount >= 19)
    }
    try whole.dropLast(9).write(to: folder.file)
    #expect(
      try SessionRecording(contentsOf: folder.file).notes == [
        "session.jsonl:\(lines): the last line is torn and was skipped."
      ])
  }

  /// Recordings with numbers, names and texts in place of others, and with lines moved.
  @Test(arguments: 1...4) func ofHostileRecordingsOnlyASessionErrorComes(part: Int) throws {
    try record(6)
    let lines = try String(contentsOf: folder.file, encoding: .utf8).split(separator: "\n")
    let numbers =
      [
        Int.max, .min, .max - 1, -1, 0, 1, 16, 17, 1 << 53, 1 << 53 + 1, .max >> 1,
      ].map { "\($0)" } + ["1e18", "9223372036854775808", "0.5", "null", "\"7\"", "[]", "1e999"]
    let starts = [
      "number", "first", "last", "format", "after", "id", "compared", "actionNumber", "masked",
    ]
    let patterns = try starts.map { ($0, try Regex("\"\($0)\":-?[0-9]+")) }
    let gap = #"{"kind":"gap","first":17,"last":17}"#
    var random = SeededGenerator("ofHostileRecordings")
    for _ in 1..<part { random = SeededGenerator(seed: random.next()) }
    var (refused, replayed) = (0, 0)
    let rounds = TestVolume.count(25, soak: 10_000)
    for round in 0..<rounds {
      var lines = lines.map(String.init)
      if Bool.random(using: &random) {
        lines.insert(gap, at: Int.random(in: 1...lines.count, using: &random))
      }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
        case 1: lines.insert(lines[index], at: index)
        default:
          guard let (name, pattern) = patterns.randomElement(using: &random) else { continue }
          let ranges = lines[index].ranges(of: pattern)
          guard let place = ranges.randomElement(using: &random) else { continue }
          let number = numbers.randomElement(using: &random) ?? ""
          lines[index].replaceSubrange(place, with: "\"\(name)\":\(number)")
        }
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.file)
      do {
        let check = Keyring.check(Keyring.entries())
        _ = try check.run(.recording(folder.file), effort: .sides)
        // Half of the time of all, with the numbers of the same replay.
        if round.isMultiple(of: 8) { _ = try SessionPage(of: folder.file, check, title: "") }
        replayed += 1
      } catch let error as SessionError {
        #expect((1...lines.count).contains(error.line))
        refused += 1
      }
    }
    print("\(rounds) hostile recordings, \(refused) refused, \(replayed) replayed")
    #expect(refused > rounds / 4 && replayed > rounds / 20)
  }

  /// Of a ledger with any numbers the greatest sum is the greatest number, and none below 0 counts.
  @Test(arguments: [Int.max, .min, -1, 1 << 62]) func aLedgerMayHoldAnyNumbers(number: Int) throws {
    let slice = Keyring.theme.gate(Gate(compared: 1))
      .allowing("brightness", as: .noise, because: "a test")
    let check = Keyring.check([.slice(slice)])
    let text = String(
      decoding: try JSONEncoder().encode(check.run(.list([.setDark(true), .launch])).ledger),
      as: UTF8.self
    )
    let changed = text.replacing(/:\d+/, with: ":\(number)")
    #expect(changed != text)
    let read = try JSONDecoder().decode(ParityLedger.self, from: Data(changed.utf8))
    var ledger = read
    for _ in 0..<3 { ledger.merge(read) }
    #expect(ledger.total(of: slice).compared == max(0, number > 1 ? .max : number))
    let unmet = [read, ledger].flatMap { slice.gate.unmetDemands(ofSliceNamed: "theme", in: $0) }
    #expect(unmet.contains { $0.contains("rule that never applied") } == (number < 0), "\(unmet)")
    #expect("\(ledger)".contains("theme"))
    try record(0, more: [.setDark(true)])
    let lines = try String(contentsOf: folder.file, encoding: .utf8).split(separator: "\n")
    let session = lines.dropLast() + [#"{"kind":"end","ledger":\#(changed),"gates":{}}"#]
    try Data(session.joined(separator: "\n").utf8).write(to: folder.file)
    let page = try SessionPage(
      of: folder.file, Keyring.check(Keyring.entries()), on: .legacy, title: "")
    #expect(page.html.contains(":\(number),"))
  }
}

extension SessionRecorder.Options {
  fileprivate init(every checkpointInterval: Int) {
    self.init()
    self.checkpointInterval = checkpointInterval
  }
}
