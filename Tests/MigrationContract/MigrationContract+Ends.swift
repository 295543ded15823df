internal import Foundation
internal import ReduxBridge
internal import ReduxBridgeTesting
internal import ReduxSessions
internal import ReferenceRedux
internal import StoreContract
internal import Testing
internal import ValueRedux

// The files that are saved and recorded on the way, and the objects that are left at the end.
extension MigrationContract {
  func aFileIsSavedAndRestoredAtAnyStages(_ stage: Stage) async throws {
    for isCleared in [false, true] {
      let (store, _) = try make(at: stage) { $0.isCleared = isCleared }
      let files = LegacyRecorder<Data>()
      let autosave = store.autosave(files)
      for number in 1...2 { store.dispatch(.add(number)) }
      try await autosave.flush()
      let copy = try JSONEncoder().encode(SavedState(store.currentState()))
      #expect(files.values.count == 1)
      for (file, other) in zip(files.values + [copy, copy, copy], Stage.allCases) {
        let (restored, _) = try make(at: other) { ($0.isCleared, $0.saved) = (isCleared, file) }
        restored.reduce([.add(3)])
        let state = try restored.currentState()
        #expect((state.numbers, state.total) == ([1, 2, 3], 6), "restored at \(other)")
      }
    }
  }

  func aSessionIsRecordedAndReplayed(_ stage: Stage) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: url) }
    let (store, parts) = try make()
    let recorder = try SessionRecorder(of: store.migration, to: url)
    try store.move(to: stage)
    store.reduce([.add(7), .twist(8)])
    try recorder.stop()
    let text = try String(contentsOf: url, encoding: .utf8)
    let line = #""kind":"stage","after":0,"slice":"numbers","stage":"\#(stage)""#
    #expect(text.contains(line) == (stage != .legacy))
    #expect(text.contains("[7,\(stage.answer(8))]"), "\(text)")
    let check = ParityCheck(parts.entries) { try parts.makeState() }
    #expect(try check.run(.recording(url)).findings.first?.actionNumber == 2)
  }

  func valuesAreCollectedOnceAllAreMigrated(_ stage: Stage) throws {
    let (store, parts) = try make(at: stage)
    try store.move(["total"], to: .migrated)
    for number in 1...3 { store.dispatch(.add(number)) }
    let result = Result { () throws(MigrationError) in try store.collect(parts.assemble) }
    if stage == .migrated {
      let value = ContractValue(numbers: NumbersValue(numbers: [1, 2, 3]), total: 6)
      #expect(try result.get() == value)
    } else {
      #expect(throws: MigrationError.notMigrated(["numbers"])) { try result.get() }
    }
  }

  func aSuccessorIsComparedAfterEachAction() throws {
    for (reducer, found) in [
      (MigrationParts.reducer, []), (Reducer { _, _ in }, ["2 numbers.numbers.0", "2 total"]),
    ] {
      let (_, parts) = try make()
      let check = ParityCheck(parts.entries) { try parts.makeState() }
        .handingOver(to: { ValueStore(initialState: $0, reducer: reducer) }, parts.assemble)
      let differences = try check.run(.list([.nothing, .add(4), .add(5)])).findings
        .filter { $0.subject == .handover }
      #expect(differences.map { "\($0.actionNumber) \($0.path)" } == found)
    }
  }

  /// Whatever code makes the successor, each event arrives once: X1 of PARITY.md.
  func theHandoverCarriesTheNumber() throws {
    let (store, parts) = try make(at: .migrated)
    store.reduce([.nothing, .nothing, .raise(.saved)])
    let successor = ValueStore(
      initialState: try store.collect(parts.assemble), reducer: MigrationParts.reducer)
    let consumer = SignalConsumer<ContractAlert>()
    #expect(consumer.consume(successor.state.numbers.alert) == .saved)
    successor.dispatch(.nothing)
    successor.dispatch(.raise(.failed))
    #expect(consumer.consume(successor.state.numbers.alert) == .failed)
  }

  /// A facade keeps the store, and its token the facade; nothing else does.
  func aReleasedStoreIsFreed(_ stage: Stage) async throws {
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    weak var released: Store?
    var token: AnyObject?
    do {
      let (store, parts) = try make(at: stage) {
        let held = LegacyToken { release.finish() }
        $0.parity.onMismatch = { _ in withExtendedLifetime(held) {} }
      }
      released = store
      let observer = store.observe { _ in }
      token = store.facade(of: parts.numbers).subscribe { _ in }
      store.reduce([.add(1), .raise(.saved)])
      await store.settle()
      withExtendedLifetime(observer) {}
    }
    #expect(released != nil)
    withExtendedLifetime(token) {}
    token = nil
    for await _ in releases {}
    #expect(released == nil)
  }
}
