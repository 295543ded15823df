import Foundation
import ObjectGraph
import ReduxBenchmarks
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing
import ValueRedux
import ValueReduxTesting

private let secret = "s3cretValue"
private let plain = "plainValue"

private struct Pass: Hashable, Codable, Sendable, Redactable { var letters = secret }

/// A secret by its type, by its name and in a key, beside a text that is none.
private struct Door: Equatable, Codable, Sendable {
  var pass = Pass()
  var password = secret
  var secrets = [secret: 1]
  var note = plain
  var count = 0
}

private final class House: Codable {
  var door = Door()

  enum CodingKeys: CodingKey { case door }
}

private enum Act: Codable, Sendable, Equatable { case open(password: String, note: String), shut }

private let open = Act.open(password: secret, note: plain)

/// The values that a closure receives, wherever it runs.
///
/// `@unchecked Sendable` because a lock guards the values.
private final class Received: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Any] = []

  var values: [Any] { lock.withLock { list } }

  func add(_ value: Any) { lock.withLock { list.append(value) } }
}

@MainActor private final class Routes: Router {
  func pop(to depth: Int) {}
  func push(_ routes: [String]) {}
}

private let slice = StateSlice<House, Act, Door>(
  "door", projection: Projection(\.door), legacy: [{ house, _ in house.door.count += 1 }],
  reducer: Reducer { door, _ in (door.password, door.secrets) = ("2\(secret)", [secret + "2": 2]) }
).allowing("nowhere", as: .noise, because: "to be listed")

/// `dump`, `print` and `String(reflecting:)` of what the libraries make.
@Suite("Contents of a dump") @MainActor struct DumpTests {
  /// The types that an app sees, by the baselines of `.ci/api`.
  private static func publicTypes() throws -> Set<String> {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../.ci/interfaces")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var types: Set<String> = []
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let type = #/(.*?) \| (@\w+ )*(indirect |final )*(struct|class|enum|actor) /#
        if let match = line.prefixMatch(of: type) { types.insert(String(match.1)) }
      }
    }
    return types
  }

  /// Those whose values hold no state, action or secret, or are a part of an app's own state or action.
  private static let harmless: Set<String> = [
    // Values of enumerations without payloads, counts and names.
    "ActionNumber", "CaseResult", "FluxDispatcher.NestedOrder",
    "CheckEffort", "Graph", "KnownDifference", "Mismatch.Subject", "ParityLedger.Entry",
    "ParityOptions.Sampling", "SavedStateError", "ScriptedClock", "ScriptedClock.Instant",
    "ImmediateClock", "Side", "Stage", "StoreChange", "StoreStatistics", "TestFailure.Kind",
    "WindowUUID", "WorkOverlap", "BenchmarkReport", "IncompleteCopyError.Loss", "AutosaveFile",
    // Values that an app puts into its state or action.
    "ActionAddress", "ActiveScreens", "BackReference", "CopyOnWrite", "ScreenAction",
    "ScreenInstance", "Signal", "StrongBackReference",
    // Not copyable, so that nothing can print it.
    "ChildCopier",
    // Functions alone, which print as such, or a store.
    "Migration",
  ]

  /// The name of a value's type in the baselines.
  private static func name(of value: Any) -> String {
    var name = String(reflecting: type(of: value))
    while let generic = name.firstRange(of: /<[^<>]*>/) { name.removeSubrange(generic) }
    return name.split(separator: ".").dropFirst().joined(separator: ".")
  }

  @Test func noPublicTypeShowsASecretAndNoneThatHoldsAStateShowsThat() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let reports = try await Self.reports(in: folder)
    let holders = try await Self.holders(in: folder)
    for value in reports + holders {
      for text in printed(value) {
        if text.contains(secret) { Issue.record("\(Self.name(of: value)): \(text.prefix(400))") }
      }
    }
    /// `@unchecked Sendable` because the values are printed alone.
    struct Owner: @unchecked Sendable { let values: [Any] }
    for value in holders + [Owner(values: holders)] {
      // As a crash reporter does it, on any thread.
      let owner = Owner(values: [value])
      let texts = await Task.detached { owner.values.flatMap(printed) }.value
      for text in texts {
        if text.contains(plain) { Issue.record("\(Self.name(of: value)): \(text.prefix(400))") }
      }
    }
    let known = Set((reports + holders).map(Self.name)).union(Self.harmless)
    let unknown = try Self.publicTypes().subtracting(known).sorted()
    #expect(unknown == [], "Add a value of each, or say why none can show anything.")
  }

  /// Reports to be read, which show values but no secrets.
  private static func reports(in folder: URL) async throws -> [Any] {
    let file = folder.appendingPathComponent("report.jsonl")
    let other = House()
    (other.door.password, other.door.secrets) = ("2\(secret)", [secret: 2])
    var values: [Any] = try Graph.differences(from: House(), to: other)
    do { try Graph.verifyCopy(of: Forgetful(Door())) } catch { values.append(error) }
    let invalid = EncodingError.invalidValue(Pass(), .init(codingPath: [], debugDescription: ""))
    values.append(StoreFinding.cannotCheck(invalid))
    let store = MigrationStore(
      state: House(), entries: [.slice(slice)], parity: ParityOptions(tracedActions: 9))
    try store.setStage(.shadow, of: slice)
    await store.dispatchAndWait(open)
    let mismatch = try #require(store.mismatches.first)
    values += [mismatch, store.ledger, try #require(store.trace(of: slice))]
    values += [
      MigrationError.gateClosed(slice: "a", stage: .lead, unmet: store.unmetDemands(of: slice))
    ]
    let check = ParityCheck([.slice(slice)]) { House() }
    let report = try check.run(.list([open]))
    values += [report, try #require(report.counterexample)] + report.findings
    values += [try check.run(.everyState(of: [open], depth: 2))]
    values += [try check.run(.random(seed: 7, of: [open], actions: 20))]
    let noisy = StateSlice<House, Act, Door>(
      "door", projection: Projection(\.door), legacy: [],
      reducer: Reducer { door, _ in door.password = "\(UUID())\(secret)" })
    values += try ParityCheck([.slice(noisy)]) { House() }.run(.list([open])).findings
    values += try ParityCheck(
      [.slice(slice), .blocks([{ house, _ in house.door.password += secret }])]
    ) { House() }.run(.list([open])).findings
    let deaf = StateSlice<House, Act, Door>(
      "door", projection: Projection(read: { $0.door }, write: { _, _ in }), legacy: [],
      reducer: Reducer { _, _ in })
    values += try ParityCheck([.slice(deaf)]) { House() }.trying([other.door], of: deaf)
      .run(.list([])).findings
    let migrated = MigrationStore(state: House(), entries: [.slice(slice)])
    let recorder = try SessionRecorder(of: migrated, to: file)
    migrated.dispatch(open)
    try recorder.stop()
    values += try check.run(.recording(file)).findings
    try Data("damaged\n".utf8).write(to: file)
    do { _ = try check.run(.recording(file)) } catch {
      values.append(error)
    }
    let door = other.door
    values += try await MainActor.run {
      try check.handingOver(
        to: { _ in ValueStore<Door, Act>(initialState: door, reducer: Reducer { _, _ in }) }
      ) { $0[slice] }.run(.list([open])).findings.filter { $0.subject == .handover }
    }
    var inversions: [Any] = []
    let dispatcher = FluxDispatcher<Act>(order: .depthFirst) { inversions.append($0) }
    let tokens = [
      dispatcher.register { if $0 != .shut { dispatcher.dispatch(.shut) } },
      dispatcher.register { _ in },
    ]
    dispatcher.dispatch(open)
    values += inversions + tokens
    do {
      try await TestStore.checking(
        initialState: Door(),
        reducer: Reducer<Door, Act> { door, _ in door.password = "2\(secret)" }
      ) { try $0.send(open) }
    } catch { values.append(error) }
    return values
  }

  /// Objects that hold a state, an action, a secret, or closures over these, and show none of it.
  private static func holders(in folder: URL) async throws -> [Any] {
    let file = folder.appendingPathComponent("session.jsonl")
    let house = House()
    let received = Received()
    var configuration = StoreConfiguration()
    configuration.diagnostics = StoreDiagnostics()
    configuration.diagnostics?.detectsOutsideChanges = true
    configuration.diagnostics?.report = { finding in
      if case .changedOutsideDispatch(_, let record?) = finding { received.add(record) }
    }
    let store = MigrationStore(state: House(), entries: [.slice(slice)])
    try store.setStage(.lead, of: slice)
    let recorder = try SessionRecorder(of: store, to: file)
    await store.dispatchAndWait(open)
    try recorder.flush()
    let plainStore = ReferenceStore<House, Act>(
      state: House(), reducers: [], configuration: configuration)
    plainStore.dispatch(open)
    plainStore.read { $0.door.note = "changed outside" }
    plainStore.read { _ in }
    let main = MainReferenceStore<House, Act>(state: house, reducers: [])
    let onMain = MainMigrationStore<House, Act>(state: house, entries: [])
    let values = ValueStore<Door, Act>(
      initialState: Door(), reducer: Reducer { _, _ in },
      middlewares: [
        Middleware { _, _, context in
          received.add(context)
          context.run(id: "a") { received.add($0) }
        }
      ])
    let dispatcher = FluxDispatcher<Act>()
    let flux = FluxStore(values, registeredWith: dispatcher)
    let output = flux.publish(replaying: 3) { action, door in (action, door.note).1 }
    dispatcher.dispatch(open)
    await values.settle()
    try store.setStage(.migrated, of: slice, overridingGateBecause: "a test")
    try store.collect { received.add($0) }
    let check = ParityCheck([.slice(slice)]) { House() }
    let state = try JSONDecoder().decode(
      SessionState<Door>.self, from: JSONEncoder().encode(["value": Door()]))
    let test = TestStore(initialState: Door(), reducer: Reducer<Door, Act> { _, _ in })
    let saved = Autosave(of: plainStore, after: .seconds(9)) { _ in }
    let comparison = StateComparison(
      state: House(), blocks: [], value: Door(), reducer: Reducer<Door, Act> { _, _ in },
      actions: [open], size: 1)
    let routes = RouteDriver(values, routes: { [$0.note] }, router: Routes())
    let probe = store.addListener("a", on: .legacy, of: slice, selecting: { $0 })
    let effects = SliceEffects<House, Act, Door>(
      legacy: { _, _ in [open] }, value: { _, _ in [open] }, perform: { _ in })
    let isolation = WindowIsolation<Act, Door>(target: { _ -> Int? in nil }, parts: { [1: $0] })
    let token = values.subscribe { _ in }
    try await test.finish()
    let steps = ComparisonStrategy.Steps(change: {}, read: {})
    let stores: [Any] = [
      store, plainStore, main, onMain, values, test, store.facade(of: slice), flux, output,
      dispatcher,
      values.observed(\.note), saved, recorder,
      LegacyFacade<ValueStore<Door, Act>, House>(values) { _ in House() }, routes, probe,
    ]
    let checks: [Any] = [
      check, try SessionPage(of: file, check, title: "a"), state,
      ParityCheck([.slice(slice)]) { House() }, ActionSource.list([open]), comparison,
      BenchmarkCommand("a", comparing: [comparison]), steps,
      ComparisonStrategy("a", label: "a", paysForEveryRead: true) { steps },
      Payloads(["a": [plain]]),
    ]
    let parts: [Any] = [
      configuration, StoreDiagnostics(), SavedState(house), slice, effects,
      isolation, MigrationEntry.slice(slice), Projection(\House.door), Redactor(), Gate.open,
      ParityOptions<Act>(),
      SessionRecorder.Options(), Reducer<Door, Act> { _, _ in }, token,
      ReadingReducer<Door, Int, Act> { _, _, _ in }, Middleware<Door, Act> { _, _ in },
      Selection<Door, String>(\.note), SignalConsumer<Door>(), plainStore.observe { _ in },
      CasePath<Door?, Door>({ $0 }, extract: { $0 }),
    ]
    return stores + checks + parts + received.values
  }
}
