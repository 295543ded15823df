internal import Foundation
internal import ReduxBridge
internal import ReferenceRedux
internal import StoreContract
internal import Testing

// What a running store finds, says and keeps.
extension MigrationContract {
  /// The trace begins after the last move.
  func aMismatchAndItsTraceNameTheAction(_ stage: Stage) throws {
    let (store, parts) = try make(at: stage == .shadow ? .lead : .shadow) {
      $0.parity.tracedActions = 10
    }
    store.reduce([.add(1)])
    try store.move(to: stage)
    store.reduce([.add(2)])
    #expect(store.trace(of: parts.numbers) == nil)
    store.reduce([.twist(3), .twist(4)])
    let found = store.mismatches.map {
      "\($0.stage) \($0.actionNumber) \($0.path) \($0.occurrence)"
    }
    let (trace, isFound) = (store.trace(of: parts.numbers), stage.compares)
    #expect(found == (isFound ? ["\(stage) 3 numbers.2 1", "\(stage) 4 numbers.3 2"] : []))
    #expect(trace?.actions.map { "\($0)" } == (isFound ? ["add(2)", "twist(3)"] : nil))
    #expect(trace?.start.numbers == (isFound ? [1] : nil))
  }

  /// W3 of PARITY.md.
  func aWriteOutsideOfASliceIsFound(_ stage: Stage) throws {
    let (store, _) = try make(at: stage)
    store.reduce([.add(1), .meddle])
    let found = store.mismatches.map { "\($0.subject) by \($0.block ?? "nobody") at \($0.path)" }
    #expect(found == (stage.compares ? ["outsideWrite by numbers.0 at loose"] : []))
  }

  /// It is found, or the ledger says that nothing looked, and the gate is closed: V9 and X2 of PARITY.md.
  func aWrongWriteIsNoProof(_ stage: Stage) throws {
    for (copiesPost, interval) in [(false, 1), (true, 1), (false, 0)] {
      let (store, parts) = try make(at: stage) {
        ($0.gate, $0.copiesPost, $0.parity.footprintInterval) = (
          Gate(compared: 1), copiesPost, interval
        )
        $0.write = { $0.numbers = Array($1.numbers.dropLast()) }
      }
      store.reduce([.add(1), .add(2)])
      let isFound = store.mismatches.contains { $0.subject == .projection }
      let isNamed = store.ledger.description.contains("did not try `write`")
      #expect(isFound == (interval > 0 && !isNamed), "\(store.ledger)")
      #expect(isFound || copiesPost || interval == 0)
      #expect(!store.unmetDemands(of: parts.numbers, for: .migrated).isEmpty)
    }
  }

  /// Where both sides are compared, and by diagnostics at every stage; the answer of the control counts.
  func otherWritesAreFound(_ stage: Stage) throws {
    let findings = LegacyRecorder<String>()
    let (store, _) = try make(at: stage) {
      var diagnostics = StoreDiagnostics()
      diagnostics.detectsOutsideChanges = true
      diagnostics.report = { findings.record("\($0)") }
      $0.configuration.diagnostics = diagnostics
    }
    store.reduce([.add(1)])
    store.read { $0.numbers = [99] }
    store.reduce([.add(2)])
    #expect(store.read { $0.numbers } == (stage.control == .legacy ? [99, 2] : [1, 2]))
    #expect(store.mismatches.map(\.subject) == (stage.compares ? [.foreignWrite] : []))
    #expect(findings.values == ["changed outside dispatch at `numbers.0`, after action 1 `add`"])
    store.read { $0.numbers = [98] }
    try store.move(to: .legacy)
    #expect(store.read { $0.numbers } == (stage.control == .legacy ? [98] : [1, 2]))
  }

  /// Of a migrated slice: an action that does not change it undoes nothing.
  func otherWritesStayUntilTheValueChanges() throws {
    let (store, parts) = try make(at: .migrated)
    store.reduce([.add(1)])
    store.read { $0.numbers = [99] }
    for action in [.nothing, .dismiss, .run(ContractWork())] as [ContractAction] {
      store.reduce([action])
      #expect(store.read { $0.numbers } == [99], "after \(action)")
      #expect(store.facade(of: parts.numbers).state.numbers == [1])
    }
    store.reduce([.add(2)])
    #expect(store.read { $0.numbers } == [1, 2])
  }

  func aListenerThatMissesAChangeIsFound(_ stage: Stage) async throws {
    for isNotified in [false, true] {
      let (store, parts) = try make(at: stage)
      await store.settle()
      let probe = try store.more.listener(parts)
      let token = store.facade(of: parts.numbers).subscribe(\.numbers) { _ in
        if isNotified { probe.didReceive() }
      }
      for action in [.add(1), .nothing] as [ContractAction] {
        store.dispatch(action)
        await store.settle()
      }
      let found = store.mismatches.map { "\($0.subject) \($0.path) \($0.actionType)" }
      #expect(found == (stage.compares && !isNotified ? ["delivery listeners.screen add"] : []))
      withExtendedLifetime((probe, token)) {}
    }
  }

  /// Also where each action has a name of its own.
  func whatIsKeptIsBounded(_ stage: Stage) throws {
    let (store, parts) = try make(at: stage) {
      ($0.parity.keptMismatches, $0.parity.tracedActions) = (5, 10)
      $0.parity.actionType = { _ in "\(UUID())" }
    }
    let sizes = try (1...2).map { _ in
      store.reduce((1...2_000).map { $0.isMultiple(of: 100) ? .twist($0) : .nothing })
      return try JSONEncoder().encode(store.ledger).count
    }
    #expect(store.mismatches.count == (stage.compares ? 5 : 0))
    #expect(store.trace(of: parts.numbers)?.actions.count ?? 0 <= 20)
    #expect(sizes[1] - sizes[0] < 64, "digits alone: \(sizes)")
  }
}
