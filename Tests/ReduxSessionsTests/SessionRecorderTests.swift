import Dispatch
import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The lines that a recorder writes of each store.
@Suite("Recording a session")
struct SessionRecorderTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func actions(_ count: Int, _ name: String) -> [KeyringAction] {
    var random = SeededGenerator(name)
    return (0..<count).map { _ in .random(using: &random) }
  }

  private func kinds(_ lines: [[String: Any]]) -> [String] {
    lines.map { $0["kind"] as? String ?? "" }
  }

  private func fields(_ line: [String: Any], _ names: String...) -> [String] {
    names.map { name in line[name].map { "\($0)" } ?? "" }
  }

  @Test func aClassStoreIsRecordedWithItsGraph() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    store.dispatch(.launch)
    var options = SessionRecorder.Options()
    #expect((options.checkpointInterval, options.bufferLimit) == (500, 10_000))
    #expect((options.fileLimit, options.keptFiles) == (16 << 20, 4))
    (options.app, options.version, options.seed) = ("Keyring", "1.2", 7)
    options.checkpointInterval = 2
    let recorder = try SessionRecorder(of: store, to: folder.file, options: options)
    store.dispatch(.add(id: 1, site: "a", password: Keyring.secret))
    store.dispatch(.setDark(true))
    store.dispatch(.remove(id: 1))
    try recorder.stop()
    store.reduce([.launch])
    let lines = try folder.lines()
    #expect(
      kinds(lines) == ["header", "action", "action", "checkpoint", "action", "checkpoint", "end"])
    #expect(
      fields(lines[0], "format", "app", "version", "seed", "stages")
        == ["1", "Keyring", "1.2", "7", ""])
    #expect(fields(lines[1], "number", "type") == ["2", "add"])
    let state = (lines[3]["state"] as? [String: Any])?["graph"] as? [String: Any]
    #expect((state?["launches"] as? Int, (state?["logins"] as? [Any])?.count) == (1, 1))
    let recording = try SessionRecording(contentsOf: folder.file)
    #expect((recording.actionCount, recording.seed, recording.notes) == (3, 7, []))
  }

  @Test func stagesMismatchesAndTheLedgerOfAMigrationAreRecorded() throws {
    let broken = Keyring.logins(value: { value, action in
      if case .select = action { value.selected = 99 }
    })
    let gated = broken.gate(Gate(compared: 10))
    let store = MigrationStore(
      state: KeyringState(), entries: Keyring.entries(gated),
      parity: ParityOptions(actionType: { $0 == .launch ? "start" : "act" }))
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.dispatch(.launch)
    try store.setStage(.shadow, of: gated)
    store.dispatch(.select(id: 1))
    try store.setStage(.shadow, of: Keyring.theme)
    store.flush()
    store.revertToLegacy()
    try recorder.stop()
    let lines = try folder.lines()
    #expect(
      kinds(lines) == [
        "header", "action", "stage", "mismatch", "action", "stage", "stage", "stage", "checkpoint",
        "end",
      ])
    #expect(lines[0]["stages"] as? [String: String] == ["logins": "legacy", "theme": "legacy"])
    #expect(lines[1]["type"] as? String == "start")
    #expect(
      lines.filter { $0["stage"] != nil }.map { fields($0, "slice", "stage", "after") } == [
        ["logins", "shadow", "1"], ["theme", "shadow", "2"], ["logins", "legacy", "2"],
        ["theme", "legacy", "2"],
      ])
    #expect((lines[3]["mismatch"] as? [String: Any])?["actionNumber"] as? Int == 2)
    let gates = lines.last?["gates"] as? [String: [String]]
    #expect(gates?["logins"]?.first == "1 of 10 actions compared")
  }

  @MainActor
  @Test func aValueStoreIsRecordedAsOneMigratedSlice() throws {
    let store = ValueStore(initialState: KeyringValue(), reducer: Reducer(Keyring.reduce))
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.dispatch(.add(id: 1, site: "a", password: ""))
    try recorder.stop()
    store.dispatch(.remove(id: 1))
    let lines = try folder.lines()
    #expect(kinds(lines) == ["header", "action", "checkpoint", "end"])
    #expect(lines[0]["stages"] as? [String: String] == ["state": "migrated"])
  }

  /// An action whose release is observed.
  private struct Observed: Encodable, Sendable {
    final class Mark: Sendable {
      let released: DispatchSemaphore

      init(_ released: DispatchSemaphore) { self.released = released }
      deinit { released.signal() }
    }

    let mark: Mark?

    func encode(to encoder: any Encoder) throws {}
  }

  @Test func aReleasedRecorderWritesWhatWasDispatchedBefore() throws {
    let gate = Held.Gate()
    let store = ReferenceStore<KeyringState, Observed>(
      state: KeyringState(),
      reducers: [
        { _, _ in
          gate.begun.signal()
          gate.opened.wait()
        }
      ])
    var recorder: SessionRecorder? = try SessionRecorder(of: store, to: folder.file)
    withExtendedLifetime(recorder) {}
    let released = DispatchSemaphore(value: 0)
    store.dispatch(Observed(mark: nil))
    store.dispatch(Observed(mark: .init(released)))
    gate.begun.wait()
    recorder = nil
    gate.opened.signal()
    gate.opened.signal()
    store.flush()
    // The log releases an action once its line is in the file.
    released.wait()
    #expect(try kinds(folder.lines()) == ["header", "action", "action"])
    gate.opened.signal()
    store.dispatch(Observed(mark: .init(released)))
    released.wait()
    #expect(try kinds(folder.lines()) == ["header", "action", "action"])
  }

  /// The actions before and after the release wait until the subscriber returns.
  @MainActor @Test func aReleasedRecorderOfAValueStoreRecordsNoLaterAction() throws {
    let store = ValueStore<Int, Observed>(
      initialState: 0, reducer: Reducer { state, _ in state += 1 })
    var recorder: SessionRecorder? = try SessionRecorder(of: store, to: folder.file)
    withExtendedLifetime(recorder) {}
    let released = DispatchSemaphore(value: 0)
    let token = store.subscribe(\.self) { count in
      guard count == 1 else { return }
      store.dispatch(Observed(mark: .init(released)))
      recorder = nil
      store.dispatch(Observed(mark: .init(released)))
    }
    store.dispatch(Observed(mark: .init(released)))
    for _ in 0..<3 { released.wait() }
    #expect(try kinds(folder.lines()) == ["header", "action", "action"])
    withExtendedLifetime(token) {}
  }

  /// Its error carries the value.
  private final class Stubborn: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        Keyring.secret, .init(codingPath: [], debugDescription: Keyring.secret))
    }
  }

  private struct Rooms: Equatable, Codable, Sendable { var site: [String: Int] = [:], count = 0 }
  private final class House: Codable { var rooms = Rooms() }

  /// Where it has replacements, no value is shown.
  @Test func theRedactorOfTheRecorderHidesWhatAMismatchShows() throws {
    let slice = StateSlice<House, String, Rooms>(
      "rooms", projection: Projection(\.rooms), legacy: [],
      reducer: Reducer { if $1.isEmpty { $0.count = 77 } else { $0.site[$1] = 1 } })
    let redactors = [
      Redactor(secretNames: ["site"]), Redactor(secretNames: ["site"]) { _, _ in nil },
    ]
    for (redactor, value) in zip(redactors, ["77", Redactor.mask]) {
      let store = MigrationStore(state: House(), entries: [.slice(slice)])
      var options = SessionRecorder.Options()
      options.redactor = redactor
      let recorder = try SessionRecorder(of: store, to: folder.file, options: options)
      try store.setStage(.shadow, of: slice)
      for action in ["s1te", ""] { store.dispatch(action) }
      try recorder.stop()
      #expect(store.mismatches.map { "\($0.path) \($0.value)" } == ["site.s1te 1", "count 77"])
      let mismatches = try folder.lines().compactMap { $0["mismatch"] as? [String: Any] }
      #expect(
        mismatches.map { fields($0, "action", "path", "value") } == [
          ["String", "site.<redacted>", Redactor.mask], ["String", "count", value],
        ])
    }
  }

  @Test func whatCannotBeCopiedOrEncodedIsNamedWithoutItsSecrets() throws {
    struct Plain: Sendable {
      var password = Keyring.secret
      var site = "a"
    }
    let store = ReferenceStore<Stubborn, Plain>(state: Stubborn(), reducers: [])
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.dispatch(Plain())
    try recorder.stop()
    let content = try folder.content
    #expect(content.contains("the state cannot be copied: EncodingError"))
    let line = try folder.lines()[1]
    #expect(line["action"] == nil && line["masked"] == nil)
    let text = try #require(line["text"] as? String)
    #expect(text.contains("<redacted>") && text.contains("\"a\""), "\(text)")
    #expect(!content.contains(Keyring.secret))
  }

  @Test func filesArePrivateAndNeverALink() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let target = folder.url.appendingPathComponent("target")
    let link = folder.url.appendingPathComponent("link.jsonl")
    try Data("kept".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    #expect(throws: CocoaError.self) { try SessionRecorder(of: store, to: link) }
    #expect(throws: CocoaError.self) { try SessionRecorder(of: store, to: folder.url) }
    #expect(try Data(contentsOf: target) == Data("kept".utf8))
    try recorder.stop()
  }

  /// Its checkpoints are counted from its beginning.
  @Test func aFullFileIsRenamedAndEachFileReplaysByItself() throws {
    let store = MigrationStore(state: KeyringState(), entries: Keyring.entries())
    var options = SessionRecorder.Options()
    (options.fileLimit, options.keptFiles, options.checkpointInterval) = (5_000, 3, 10)
    let recorder = try SessionRecorder(of: store, to: folder.file, options: options)
    for action in actions(400, "aFullFileIsRenamed") {
      store.dispatch(action)
      try recorder.flush()
    }
    try recorder.stop()
    let files = try SessionRecording.files(at: folder.url)
    #expect(
      files.map(\.lastPathComponent) == ["session.1.jsonl", "session.2.jsonl", "session.jsonl"])
    for file in files {
      let report = try ParityCheck(Keyring.entries()) { KeyringState() }.run(.recording(file))
      let lines = try folder.lines(of: file)
      let first = try #require(lines[0]["number"] as? Int)
      let checkpoint = lines.first { $0["kind"] as? String == "checkpoint" }
      // The newest file may have just begun.
      #expect(file == files.last || checkpoint?["number"] as? Int == first + 10, "\(file)")
      #expect(!report.remarks.contains { $0.contains("eplayable") })
      #expect(report.findings == [])
    }
    let size = try Data(contentsOf: files[0]).count
    #expect((5_000..<10_000).contains(size))
  }

  /// The encoding of an action that holds up the writer.
  private struct Held: Codable, Sendable {
    final class Gate: @unchecked Sendable {
      let begun = DispatchSemaphore(value: 0)
      let opened = DispatchSemaphore(value: 0)
    }

    var gate: Gate?

    init(_ gate: Gate? = nil) { self.gate = gate }
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: PathKey.self)
      gate?.begun.signal()
      gate?.opened.wait()
    }

    enum PathKey: CodingKey { case none }
  }

  @Test func aFullBufferLeavesOutActionsAndACheckpointFollows() throws {
    let block: ReduceBlock<KeyringState, Held> = { state, _ in state.launches += 1 }
    let store = ReferenceStore(state: KeyringState(), reducers: [block])
    var options = SessionRecorder.Options()
    options.bufferLimit = 4
    let recorder = try SessionRecorder(of: store, to: folder.file, options: options)
    let gate = Held.Gate()
    store.dispatch(Held(gate))
    gate.begun.wait()
    for _ in 2...10 { store.dispatch(Held()) }
    store.flush()
    gate.opened.signal()
    try recorder.flush()
    for _ in 11...12 { store.dispatch(Held()) }
    try recorder.stop()
    let lines = try folder.lines()
    #expect(
      kinds(lines) == ["header"] + Array(repeating: "action", count: 5)
        + ["gap", "checkpoint", "action", "checkpoint", "end"])
    #expect(fields(lines[6], "first", "last") == ["6", "11"])
    let report = try ParityCheck([.blocks([block])]) { KeyringState() }.run(.recording(folder.file))
    #expect(report.description.contains("6 actions"))
    #expect(report.remarks.first?.hasPrefix("Actions 6 to 11 are missing") == true)
    #expect(report.findings == [])
  }

  /// How many processes are killed: each takes as long as it takes to start the test program.
  private let killed = TestVolume.count(1, soak: 100)

  @Test func aKilledProcessLeavesAReadableFile() async throws {
    var random = SeededGenerator("aKilledProcessLeavesAReadableFile")
    var (torn, compared) = (0, 0)
    for round in 0..<killed {
      let file = folder.url.appendingPathComponent("\(round).jsonl")
      let limit = Int.random(in: 2_000..<120_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = file.path as String, limit = limit as Int] in
        try recordUntilKilled(path, size: limit)
      }
      guard let files = try? SessionRecording.files(at: folder.url) else { continue }
      for file in files {
        let recording = try SessionRecording(contentsOf: file)
        torn += recording.notes.count
        let report = try ParityCheck(Keyring.entries()) { KeyringState() }
          .run(.recording(file), effort: .sides)
        #expect(report.findings == [])
        if report.remarks.contains(where: { $0.hasPrefix("no values were recorded") }) {
          #expect(recording.actionCount <= 50, "It ended before its first checkpoint.")
        } else {
          compared += 1
        }
        try FileManager.default.removeItem(at: file)
      }
    }
    #expect(compared > 0)
    print("\(killed) killed processes, \(torn) torn lines, \(compared) files compared")
  }
}

/// Records without end, until a thread finds that the file has a size and kills the process.
private func recordUntilKilled(_ path: String, size: Int) throws {
  let store = MigrationStore(state: KeyringState(), entries: Keyring.entries())
  var options = SessionRecorder.Options()
  (options.fileLimit, options.checkpointInterval) = (40_000, 50)
  let recorder = try SessionRecorder(of: store, to: URL(fileURLWithPath: path), options: options)
  Thread.detachNewThread {
    var written = 0
    var last = 0
    while written < size {
      var status = stat()
      stat(path, &status)
      // A new file begins small.
      written += max(0, Int(status.st_size) - last)
      last = Int(status.st_size)
    }
    kill(getpid(), SIGKILL)
  }
  var random = SeededGenerator(seed: UInt64(size))
  while true {
    for _ in 0..<100 { store.dispatch(.random(using: &random)) }
    try recorder.flush()
  }
}
