internal import Foundation
internal import ReduxBridge
internal import ReduxBridgeTesting
internal import ReferenceRedux
internal import StoreContract
internal import Testing

// The findings of a running store, the gates that they open, and the ledgers that count as evidence.
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
    let found = store.mismatches.map { "\($0.stage) \($0.actionNumber) \($0.path)" }
    let (trace, isFound) = (store.trace(of: parts.numbers), stage.compares)
    #expect(found == (isFound ? ["\(stage) 3 numbers.2", "\(stage) 4 numbers.3"] : []))
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
      let probe = store.addListener(
        "screen", on: .value, of: parts.numbers, selecting: \.numbers)
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

  // MARK: Gates

  /// A gate with the demands that are given, and no others.
  private func gate(
    _ compared: Int = 0, changed: Int = 0, mismatches: Int? = nil, types: Bool = false,
    rules: Bool = false, footprint: Int = 0, laws: Bool = false, atLead: Int = 0
  ) -> Gate {
    Gate(
      compared: compared, changed: changed, mismatches: mismatches, everyActionType: types,
      everyRuleUsed: rules, footprint: footprint, laws: laws, comparedAtLead: atLead)
  }

  /// Each demand alone, with what just does not meet it, and what just does.
  func eachDemandIsMetAtItsBoundary() throws {
    let rows: [(gate: Gate, actions: [ContractAction], unmet: String?)] = [
      (gate(2), [.nothing], "1 of 2 actions compared"), (gate(2), [.nothing, .add(1)], nil),
      (gate(1, changed: 1), [.nothing], "no compared action changed the slice"),
      (gate(changed: 1), [], "no compared action changed the slice"),
      (gate(changed: 2), [.add(1), .nothing], "1 of 2 actions changed the slice"),
      (gate(changed: 2), [.add(1), .add(2)], nil),
      (gate(mismatches: 0), [.twist(1)], "1 mismatch, 0 allowed"),
      (gate(mismatches: 0), [.add(1)], nil), (gate(mismatches: 1), [.twist(1)], nil),
      (gate(mismatches: 1), [.twist(1), .twist(2)], "2 mismatches, 1 allowed"),
      (gate(types: true), [.add(1)], "never compared: raise.saved"),
      (gate(types: true), [.add(1), .raise(.saved)], nil), (gate(rules: true), [.twist(1)], nil),
      (gate(rules: true), [.add(1)], "rule that never applied: \(Self.rule)"),
      (gate(footprint: 2), [.add(1)], "footprint checked after 1 of 2 actions"),
      (gate(footprint: 2), [.add(1), .add(2)], nil), (gate(1, changed: 1), [.add(1)], nil),
      (gate(laws: true), [.add(1)], "the laws of the projection were never checked"),
    ]
    for row in rows {
      let (store, parts) = try make {
        ($0.gate, $0.rules) = (row.gate, row.gate.everyRuleUsed ? [Self.rule] : [])
        $0.parity.footprintInterval = 1
        $0.parity.expectedActionTypes = ["numbers": ["add", "raise.saved"]]
      }
      try store.move(to: .shadow)
      store.reduce(row.actions)
      try judge(store, parts, .lead, row.unmet.map { [$0] } ?? [], "\(row)")
    }
  }

  func theDemandOfLeadIsOneOfTheLastStage() throws {
    let (store, parts) = try make(at: .shadow) { $0.gate = gate(atLead: 1) }
    let unmet = ["0 of 1 action compared at lead"]
    store.reduce([.add(1)])
    try judge(store, parts, .migrated, unmet, "from shadow")
    try judge(store, parts, .lead, [], "from shadow")
    try judge(store, parts, .migrated, unmet, "at lead")
    store.reduce([.add(1)])
    try judge(store, parts, .migrated, [], "compared at lead")
  }

  /// Expects the store to let `numbers` pass, or to refuse and say what is missing; in either case without
  /// an override.
  private func judge(
    _ store: Store, _ parts: MigrationParts, _ target: Stage, _ unmet: [String], _ row: String
  ) throws {
    let (present, overrides) = (store.stages["numbers"], store.ledger.overrides)
    #expect(store.unmetDemands(of: parts.numbers, for: target) == unmet, "\(row)")
    let move = Result { () throws(MigrationError) in
      try store.setStage(target, ofSliceNamed: "numbers", overridingGateBecause: nil)
    }
    store.read { _ in }
    let error = MigrationError.gateClosed(slice: "numbers", stage: target, unmet: unmet)
    switch move {
    case .success: #expect(unmet.isEmpty, "\(row)")
    case .failure(let thrown): #expect(thrown == error, "\(row)")
    }
    #expect(store.stages["numbers"] == (unmet.isEmpty ? target : present), "\(row)")
    #expect(store.ledger.overrides == overrides, "\(row)")
  }

  /// X4 of PARITY.md: one change of one type, and 1,000 no-ops of another; a signal is no change of the value.
  func aTypeThatChangedNothingIsADemand() throws {
    let idle = "never changed the slice: nothing"
    let unused = "rule that never applied: notComparable at add: foreign"
    for (gate, allowed, unmet) in [
      (Gate(compared: 1), [], [idle]), (Gate(compared: 1), ["nothing"], []),
      (Gate(compared: 1), ["add", "nothing"], [unused]),
      (Gate(compared: 1, everyActionType: false), [], []), (Gate(compared: 1, changed: 0), [], []),
    ] {
      let (store, parts) = try make(at: .shadow) {
        $0.gate = gate
        $0.rules = allowed.map { DifferenceRule($0, as: .notComparable, because: "foreign") }
        $0.parity.expectedActionTypes = ["numbers": ["add", "nothing", "raise.saved"]]
      }
      store.reduce([.add(1), .raise(.saved)] + Array(repeating: .nothing, count: 1_000))
      try judge(store, parts, .lead, unmet, "\(gate)")
    }
  }

  /// A reason counts at a closed gate alone; without a gate, a promotion without a comparison is noted.
  func promotionsWithoutEvidenceAreNoted() throws {
    for (gate, actions, noted) in [
      (Gate(compared: 2), [.add(1)], ["numbers to lead: a trial, 1 of 2 actions compared"]),
      (Gate(compared: 2), [.add(1), .add(2)], []), (.open, [.nothing], []),
      (.open, [], ["numbers to lead: , "]),
    ] as [(Gate, [ContractAction], [String])] {
      let (store, _) = try make { $0.gate = gate }
      for stage in [.shadow, .lead, .shadow] as [Stage] {
        try store.setStage(stage, ofSliceNamed: "numbers", overridingGateBecause: "a trial")
        store.reduce(stage == .lead ? [] : actions)
        #expect(store.stages["numbers"] == stage)
      }
      let overrides = store.ledger.overrides.map {
        "\($0.slice) to \($0.stage): \($0.reason), \($0.unmet.joined(separator: "; "))"
      }
      #expect(overrides == noted)
    }
  }

  /// E4 of PARITY.md.
  func aGateComparesWithTheStageThatIsPending() throws {
    for isKilled in [false, true] {
      let (store, _) = try make(at: .lead) { $0.gate = Gate(compared: 1_000) }
      store.duringAnAction {
        if isKilled { store.revertToLegacy() } else { try store.move(to: .shadow) }
        #expect(throws: MigrationError.self) {
          try store.setStage(.lead, ofSliceNamed: "numbers", overridingGateBecause: nil)
        }
      }
      #expect(store.stages["numbers"] == (isKilled ? .legacy : .shadow))
      #expect(throws: MigrationError.unknownSlice("none", known: ["numbers", "total"])) {
        try store.setStage(.legacy, ofSliceNamed: "none", overridingGateBecause: nil)
      }
    }
  }

  private static var rule: DifferenceRule {
    .init("numbers", on: "twist", as: .noise, because: "a test")
  }

  /// The ledger of a run of the same store.
  private func evidence(
    _ version: String?, _ rules: [DifferenceRule] = [], of name: String = "numbers"
  ) throws -> ParityLedger {
    let (store, _) = try make {
      ($0.rules, $0.name, $0.parity.version, $0.parity.source) = (rules, name, version, "CI")
    }
    try store.move([name], to: .shadow)
    store.reduce([.add(1)])
    return store.ledger
  }

  /// The demands of a store that has the merged ledgers as evidence, and of which one compared action is
  /// demanded.
  private func unmet(
    with evidence: [ParityLedger], _ rules: [DifferenceRule] = [], version: String? = "1"
  ) throws -> [String] {
    let (store, parts) = try make {
      ($0.gate, $0.rules, $0.parity.version) = (gate(1, changed: 1), rules, version)
      $0.evidence = [evidence.reduce(into: ParityLedger()) { $0.merge($1) }]
    }
    let unmet = store.unmetDemands(of: parts.numbers, for: .lead)
    try judge(store, parts, .lead, unmet, "evidence")
    return unmet
  }

  /// Evidence of another version, slice or rule is refused, and the gate says why.
  func evidenceOfTheSameCodeAloneCounts() throws {
    #expect(try unmet(with: [evidence("1")]) == [])
    #expect(try unmet(with: [evidence("1", [Self.rule])], [Self.rule]) == [])
    let (own, missing) = (try evidence("1"), "0 of 1 action compared")
    let refused = "evidence from CI refused: "
    for (ledger, rules, version, refusal) in [
      (try evidence("2"), [], "1", "\(refused)it is of version 2, and this is 1"),
      (try evidence(nil), [], "1", "\(refused)it names no version"),
      (own, [], nil, "\(refused)the parity options of this store name no version"),
      (own, [Self.rule], "1", "\(refused)slice \"numbers\" had other rules there"),
      (
        try evidence("1", [Self.rule]), [], "1",
        "\(refused)slice \"numbers\" had other rules there"
      ),
      (
        try evidence("1", of: "other"), [], "1",
        "\(refused)it is about slice \"other\", and this store has numbers, total"
      ),
    ] as [(ParityLedger, [DifferenceRule], String?, String)] {
      let demands = try unmet(with: [ledger], rules, version: version)
      #expect(demands == [missing, refusal])
    }
  }

  /// A ledger that is refused alone is refused in a merged one, here and below.
  func mergedEvidenceOfTwoVersionsIsRefused() throws {
    let (own, other) = (try evidence("1"), try evidence("2"))
    for ledgers in [[own, other], [other, own]] {
      let demands = try unmet(with: ledgers)
      #expect(demands.last?.hasSuffix("refused: it is of version 2, and this is 1") == true)
    }
    #expect(try unmet(with: [own, own]) == [])
  }

  func mergedEvidenceWithoutAVersionIsRefused() throws {
    #expect(try !unmet(with: [evidence("1"), evidence(nil)]).isEmpty)
  }

  func mergedEvidenceOfOtherRulesIsRefused() throws {
    let ledgers = [try evidence("1"), try evidence("1", [Self.rule])]
    #expect(try !unmet(with: ledgers, [Self.rule]).isEmpty)
  }

  /// Also where no demand names them, and the store does not try `write`: X2 of PARITY.md.
  func theLawsCountAsEvidence() throws {
    for (gate, interval) in [(gate(laws: true), 1), (gate(mismatches: 2), 0)] {
      for (isChecked, isWrong) in [(false, false), (true, false), (true, true)] {
        let (store, parts) = try make {
          ($0.gate, $0.parity.version, $0.parity.footprintInterval) = (gate, "1", interval)
          if isWrong { $0.write = { $0.numbers = Array($1.numbers.dropLast()) } }
          let check = ParityCheck($0.entries, parity: $0.parity) { ContractState() }
          let report = isChecked ? try? check.run(.list([.twist(1), .twist(2)])) : nil
          $0.evidence = report.map { [$0.ledger] } ?? []
        }
        let unmet = store.unmetDemands(of: parts.numbers, for: .lead).joined()
        #expect(unmet.hasPrefix(isWrong ? "law: " : isChecked ? "" : "the laws"), "\(unmet)")
        #expect(unmet.isEmpty == (isChecked && !isWrong), "\(unmet)")
      }
    }
  }
}
