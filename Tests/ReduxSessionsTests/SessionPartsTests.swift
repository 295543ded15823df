import Dispatch
import Foundation
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge
@testable import ReduxSessions

/// The tokens, the encoder and the log of a recording, each by itself.
@Suite struct SessionPartsTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  // MARK: Tokens

  @Test func aTokenHasSixteenDigitsThatTheKeyDetermines() {
    let (tokens, others) = (SecretTokens(), SecretTokens())
    var digits: Set<Substring> = []
    for number in 0..<200 {
      for tokens in [tokens, others, tokens] {
        digits.insert(tokens.token(for: "secret \(number)").dropFirst(SecretTokens.prefix.count))
      }
      #expect(tokens.token(for: Int8(number % 100)) >= 0)
    }
    #expect(digits.count == 400)
    #expect(digits.allSatisfy { $0.count == 16 && UInt64($0, radix: 16) != nil }, "\(digits)")
    let keeping = SecretTokens(keepingTokens: true)
    #expect(keeping.token(for: "redacted-1") == "redacted-1")
    for (tokens, text) in [(keeping, "a"), (tokens, "redacted-1"), (.init(), "redacted-1")] {
      #expect(tokens.token(for: text) != text)
    }
  }

  // MARK: Encoding

  private final class Chain: Encodable {
    var next: Chain?

    init(_ next: Chain? = nil) { self.next = next }
  }

  private func chain(_ length: Int) -> Chain {
    (1..<length).reduce(Chain()) { chain, _ in Chain(chain) }
  }

  @Test func aValueMayHave200Levels() throws {
    _ = try RecordingEncoder().encode(chain(200))
    let error = #expect(throws: EncodingError.self) { try RecordingEncoder().encode(chain(201)) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == Array(repeating: "next", count: 200))
    let cycle = Chain()
    cycle.next = cycle
    #expect(throws: EncodingError.self) { try RecordingEncoder().encode(cycle) }
    cycle.next = nil
  }

  private struct Key: Hashable, Codable {
    var number: Int
  }

  @Test func equalDictionariesHaveEqualTrees() throws {
    let pairs = (1...40).map { (Key(number: $0), $0) }
    let one = Dictionary(uniqueKeysWithValues: pairs)
    var other: [Key: Int] = [:]
    other.reserveCapacity(1_000)
    for (key, value) in pairs.reversed() { other[key] = value }
    let tree = try RecordingEncoder().encode(one).tree
    #expect(try RecordingEncoder().encode(other).tree == tree)
    var keys: Set<Key> = []
    keys.reserveCapacity(1_000)
    for (key, _) in pairs.reversed() { keys.insert(key) }
    let sets = try [keys, Set(pairs.map(\.0))].map { try RecordingEncoder().encode($0).tree }
    #expect(sets[0] == sets[1])
    let decoder = RecordingEncoder.makeDecoder()
    #expect(try decoder.decode([Key: Int].self, from: Data(tree.bytes)) == one)
  }

  private enum Hidden: Redactable, Codable { case first, second }
  private struct Empty: Encodable { func encode(to encoder: any Encoder) throws {} }
  private struct Login: Encodable { var password = Key(number: 3) }
  private enum Grade: String, Redactable, Codable, CaseIterable { case low, middle, high }
  private struct Nils: Encodable {
    func encode(to encoder: any Encoder) throws {
      var elements = encoder.unkeyedContainer()
      // The container that was begun first counts.
      _ = encoder.container(keyedBy: Held.self)
      try elements.encodeNil()
      var members = elements.nestedContainer(keyedBy: Held.self)
      try members.encodeNil(forKey: .key)
    }

    enum Held: CodingKey { case key }
  }

  @Test func whatIsEncodedSaysWhetherItIsComplete() throws {
    let encoder = RecordingEncoder(tokens: SecretTokens())
    let complete = try [encoder.encode(Hidden.first), encoder.encode(5)].map(\.isComplete)
    #expect(complete == [false, true])
    let texts = try [encoder.encode(Empty()), encoder.encode(Nils())].map(\.tree.jsonText)
    #expect(texts == ["{}", #"[null,{"key":null}]"#])
    let address = "https://ann:word@host.example/"
    let open = RecordingEncoder(tokens: SecretTokens(), redactor: Redactor(secretNames: []))
    #expect(try open.encode(address).tree == .string(address))
    #expect(try encoder.encode(address).tree != .string(address))
    #expect(try encoder.encode("ftp://@host").tree == .string("ftp://@host"))
    let state = try SessionCheckpoint.values([("a", Hidden.first)]).encode(encoder)
    #expect(state["slices"]?["a"]?["incomplete"] == .bool(true))
  }

  @Test func aHiddenCaseIsRecordedAsTheOneOfItsToken() throws {
    let all = (0..<60).map { _ in SecretTokens() }
    // Over the keys, each case is the token of each, its own not excluded: none shows what it hides.
    for grade in Grade.allCases { #expect(Set(all.map { $0.token(for: grade) }).count == 3) }
    let tokens = try #require(all.first { $0.token(for: Grade.low) != .low })
    let cases = Grade.allCases.map { tokens.token(for: $0) }
    #expect(
      try RecordingEncoder(tokens: tokens).encode(Grade.allCases).tree
        == .array(cases.map { .string($0.rawValue) }))
  }

  private struct Owner: Encodable {
    struct Part: Encodable { var id = 3 }
    var password = Part()
    var other = Part()
  }

  private enum Call: Encodable {
    case named(String, id: Int)
    case password(id: String, index: Int)
  }

  @Test func aNumberThatIdentifiesStaysInThePayloadOfACaseAlone() throws {
    let encoder = RecordingEncoder(tokens: SecretTokens())
    let tree = try encoder.encode(Owner()).tree
    #expect(tree["password"]?["id"] != .number(3))
    #expect(tree["other"]?["id"] == .number(3))
    // A text may be anything.
    let payload = try encoder.encode(Call.password(id: "text", index: 4)).tree["password"]
    #expect(payload?["index"] == .number(4))
    #expect(payload?["id"]?.text?.hasPrefix(SecretTokens.prefix) == true)
    #expect(try encoder.encode([nil, 1] as [Int?]).tree == .array([.null, .number(1)]))
  }

  @Test func theRedactorReceivesPathsWithoutTheNamesOfUnnamedPayloads() throws {
    let paths = LegacyRecorder<String>()
    let redactor = Redactor { path, _ in
      paths.record(path)
      return nil
    }
    _ = try RecordingEncoder(tokens: SecretTokens(), redactor: redactor)
      .encode(Call.named("a", id: 1), below: "action")
    #expect(paths.values == ["action", "action.named", "action.named.id"])
    _ = try RecordingEncoder(tokens: SecretTokens(), redactor: redactor)
      .encode(["15": 1], below: "action")
    #expect(paths.values.last == "action.15")
  }

  // MARK: The log

  private func log(limit: Int, fileLimit: Int = 1 << 20) throws -> SessionLog {
    var options = SessionRecorder.Options()
    options.fileLimit = fileLimit
    let log = SessionLog(try SessionWriter(at: folder.file, options), limit: limit)
    try log.begin { try $0.begin(.object([])) }
    return log
  }

  private static func line(_ text: String) -> SessionLog.Entry {
    { try $0.add(.object(["kind": .string(text)])) }
  }

  private func kinds() throws -> [String] {
    try folder.lines().map { $0["kind"] as? String ?? "" }
  }

  @Test func aFullBufferRefusesWhatMayBeMissingAlone() throws {
    let log = try log(limit: 4)
    let (begun, opened) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    _ = log.add { _ in
      begun.signal()
      opened.wait()
    }
    begun.wait()
    let answers = (1...6).map { number in
      let answer = log.add(Self.line("\(number)"))
      #expect(log.hasRoom == (number <= 2))
      return answer
    }
    #expect(answers == [.accepted, .accepted, .accepted, .accepted, .isFull, .isFull])
    log.add(isRefusable: false, Self.line("always"))
    #expect(!log.hasRoom)
    opened.signal()
    try log.flush()
    #expect(log.hasRoom)
    try log.end(with: Self.line("end"))
    try log.end(with: Self.line("again"))
    #expect(log.add(Self.line("late")) == .hasEnded)
    #expect(try kinds() == ["", "1", "2", "3", "4", "always", "end"])
  }

  /// The file is full, and what begins the next one is on its way.
  @Test func aFullFileIsAnnouncedOnce() throws {
    let log = try log(limit: 1_000, fileLimit: 4_096)
    let long = Self.line(String(repeating: "x", count: 5_000))
    var answers = [log.add(long)]
    try log.flush()
    log.add(isRefusable: false, long)
    answers.append(log.add(long))
    try log.flush()
    answers.append(log.add(long))
    log.add(isRefusable: false) { try $0.begin(.object([])) }
    for _ in 1...2 {
      try log.flush()
      answers.append(log.add(long))
    }
    #expect(answers == [.accepted, .fileIsFull, .accepted, .accepted, .fileIsFull])
    try log.end(with: Self.line("end"))
  }

  @Test func nothingIsWrittenAfterAFailure() throws {
    let log = try log(limit: 100)
    struct Failure: Error {}
    log.add(isRefusable: false) { _ in throw Failure() }
    for _ in 1...2 { #expect(throws: Failure.self) { try log.flush() } }
    #expect(log.add(Self.line("late")) == .hasEnded)
    #expect(throws: Failure.self) { try log.end(with: Self.line("end")) }
    #expect(try kinds() == [""])
    let other = try self.log(limit: 100)
    other.add(isRefusable: false) { _ in throw Failure() }
    #expect(throws: Failure.self) { try other.end(with: Self.line("end")) }
    #expect(try kinds() == [""])
    let third = SessionLog(try SessionWriter(at: folder.file, .init()), limit: 100)
    #expect(throws: Failure.self) { try third.begin { _ in throw Failure() } }
    #expect(third.add(Self.line("late")) == .hasEnded)
  }

  /// The queue writes none of it before.
  @Test func whatIsAddedBeforeTheFirstLineFollowsIt() throws {
    let log = SessionLog(try SessionWriter(at: folder.file, .init()), limit: 4)
    for name in ["1", "2", "3"] { log.add(Self.line(name)) }
    try log.begin { try $0.begin(.object([])) }
    try log.end(with: Self.line("end"))
    #expect(try kinds() == ["", "1", "2", "3", "end"])
  }

  @Test func aRecordingThatEndsIsOnDisk() throws {
    let sizes = LegacyRecorder<Int>()
    var calls = FileCalls()
    calls.synchronize = { [synchronize = calls.synchronize] descriptor in
      var status = stat()
      fstat(descriptor, &status)
      sizes.record(Int(status.st_size))
      return synchronize(descriptor)
    }
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    store.dispatch(.launch)
    try FileCalls.$current.withValue(calls) { try recorder.stop() }
    #expect(try sizes.values == [folder.content.utf8.count])
  }

  @Test func aFileThatCannotBeRenamedEndsTheRecordingAndLeavesNoOther() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let missing = folder.url.appendingPathComponent("missing/session.jsonl")
    #expect(throws: CocoaError.self) { try SessionRecorder(of: store, to: missing) }
    try SessionRecorder(of: store, to: folder.file).stop()
    let obstacle = folder.url.appendingPathComponent("session.1.jsonl/inner")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    var options = SessionRecorder.Options()
    options.keptFiles = 2
    #expect(throws: CocoaError.self) {
      try SessionRecorder(of: store, to: folder.file, options: options)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["session.1.jsonl", "session.jsonl"])
    #expect(try kinds() == ["header", "end"])
  }

  @Test func aLinkThatTakesThePlaceOfTheFileIsNotFollowed() throws {
    var options = SessionRecorder.Options()
    options.fileLimit = 0
    let writer = try SessionWriter(at: folder.file, options)
    let left = folder.url.appendingPathComponent(".\(folder.file.lastPathComponent).new")
    try Data("left by a process that was killed".utf8).write(to: left)
    try writer.begin(.string(String(repeating: "x", count: 5_000)))
    #expect(writer.isFileFull)
    let target = folder.url.appendingPathComponent("target")
    try Data("kept".utf8).write(to: target)
    try FileManager.default.removeItem(at: folder.file)
    try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: target)
    #expect(throws: CocoaError.self) { try writer.begin(.null) }
    try FileManager.default.removeItem(at: folder.file)
    try writer.begin(.null)
    #expect(!writer.isFileFull)
    #expect(try Data(contentsOf: target) == Data("kept".utf8))
  }

  // MARK: Lines

  @Test func aTraceIsWrittenWithItsValuesAndNumbers() throws {
    let broken = Keyring.logins(value: { value, _ in value.logins = [] })
    let store = MigrationStore(
      state: KeyringState(), entries: Keyring.entries(broken),
      parity: ParityOptions(tracedActions: 4))
    store.dispatch(.launch)
    try store.setStage(.shadow, of: broken)
    store.reduce([.launch, .add(id: 4, site: "a", password: "")])
    try #require(store.trace(of: broken)).write(to: folder.file)
    let lines = try folder.lines()
    #expect(lines.map { $0["kind"] as? String } == ["header", "action", "action", "end"])
    #expect(lines.prefix(2).map { $0["number"] as? Int } == [1, 2])
    let slices = (lines[0]["state"] as? [String: Any])?["slices"] as? [String: Any]
    #expect(slices?.keys.sorted() == ["logins"])

    let trace = ParityTrace<Int, Int>(
      slice: "sum", start: 1, actions: [5], firstActionNumber: 1, reads: ["b": 3, "a": 2],
      redactor: Redactor())
    try trace.write(to: folder.file)
    #expect(
      try folder.content.contains(
        #""number":0,"state":{"slices":{"sum":{"value":1},"a":{"value":2},"b":{"value":3}}}"#))
    try SessionWriter.write(
      [5], from: [], to: folder.file, SessionRecorder.Options(), typeName: { _ in "add" })
    #expect(try folder.lines()[1]["number"] as? Int == 1)
  }
}
