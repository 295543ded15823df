import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
@testable import BridgeTestApps

extension VacuousProof {
  private typealias Store = MigrationStore<ClinicState, ClinicAction>

  // MARK: Replays that compare nothing

  /// Records some actions at `legacy`, and returns what a replay of the file says.
  private static func replaying(
    _ actions: [ClinicAction], stops: Bool = true,
    _ slice: MigrationEntry<ClinicState, ClinicAction> = .slice(Clinic.line()),
    with present: MigrationEntry<ClinicState, ClinicAction>,
    _ judge: (SessionReplay<ClinicState, ClinicAction>) throws -> String
  ) throws -> String {
    let folder = try SessionFolder()
    let store = Store(state: ClinicState(), entries: [slice])
    let recorder = try SessionRecorder(of: store, to: folder.file)
    for action in actions { store.dispatch(action) }
    if stops { try recorder.stop() } else { try recorder.flush() }
    return try judge(SessionReplay(folder.file, entries: [present]) { ClinicState() })
  }

  private static func difference(
    _ replay: SessionReplay<ClinicState, ClinicAction>
  ) throws -> String {
    try replay.firstDifference(on: .value).map(\.description) ?? "none"
  }

  private static func mismatch(
    _ replay: SessionReplay<ClinicState, ClinicAction>
  ) throws -> String {
    try replay.firstMismatch().map(\.description) ?? "none"
  }

  static let replays = [
    VacuousProof("a recording without states", finds: "there is nothing to compare with") {
      try replaying([Clinic.admit, .close], stops: false, with: .slice(Clinic.line()), difference)
    },
    VacuousProof("two actions, and code that changed since", finds: "at line: isOpen") {
      let changed = Clinic.line(reducing: { line, action in
        Clinic.reduceLine(&line, action)
        line.isOpen = true
      })
      return try replaying([Clinic.admit, .close], with: .slice(changed), difference)
    },
    VacuousProof(
      "a slice of another name", finds: "has slice \"line\", and the entries have queue"
    ) {
      try replaying([Clinic.admit], with: .slice(Clinic.line(named: "queue")), mismatch)
    },
    VacuousProof("a secret beside code that did not change", finds: "none") {
      try replaying(
        [.setPin("a")], .slice(Clinic.access()), with: .slice(Clinic.access()), difference)
    },
    VacuousProof("a secret beside code that changed", finds: "at access: tries") {
      try replaying(
        [.setPin("a")], .slice(Clinic.access()), with: .slice(Clinic.access(counting: 2)),
        difference)
    },
  ]

  // MARK: Masks that invent

  static let masks =
    [ClinicAction.pin(7), .openCard(3), .pressKey("q")].map { action in
      VacuousProof("a difference that needs .\(action)", finds: "desk (shadow): after action 1") {
        try replaying(
          [action], .slice(Clinic.desk()), with: .slice(Clinic.desk(wrongAt: action)), mismatch)
      }
    } + [
      VacuousProof("masked payloads alone", finds: "payloads exercised a slice, which are no") {
        let present = Clinic.desk(wrongAt: .pay(card: 4))
        return try replaying(
          [.pay(card: 4)], .slice(Clinic.desk()), with: .slice(present), mismatch)
      },
      VacuousProof("masked payloads beside others", finds: "is no evidence for pay (2)") {
        let actions: [ClinicAction] = [.pay(card: 4), .pin(1), .pay(card: 4)]
        return try replaying(actions, .slice(Clinic.desk()), with: .slice(Clinic.desk())) {
          try "\($0.notes) \($0.firstMismatch().map(\.description) ?? "none")"
        }
      },
    ]

  // MARK: Rules that excuse too much

  private static let excusing = DifferenceRule.notComparable(
    at: "signals.receipt", because: "the flag is not cleared")

  private static func signals(
    _ actions: [ClinicAction] = all, raising raise: @escaping @Sendable (String) -> String?
  ) throws -> String {
    try ParityCheck(Clinic.billing(raising: raise).allowing(excusing)) { ClinicState() }
      .run(actions).mismatches.map(\.description).joined()
  }

  static let rules = [
    VacuousProof("a missing signal", finds: "[signal]: after action 5 .print") {
      try signals { _ in nil }
    },
    VacuousProof("a wrong signal", finds: "[signal]: after action 5 .print") {
      try signals { $0 + "!" }
    },
    VacuousProof("a signal that one side alone repeats", finds: "[signal]: after action 3 .print") {
      // The flag still has "a": the first repetition cannot be compared, and "b" is wrong.
      try signals([.print("a"), .print("a"), .print("b")]) { _ in "a" }
    },
    VacuousProof("a write beside the slice, at a path of a rule", finds: "calls") {
      let line = Clinic.line(block: {
        Clinic.lineBlock($0, $1)
        $0.calls += 1
      }).allowing(.noise(at: "calls", because: "a field of the value"))
      let store = try Store(ClinicState(), line, at: .shadow, after: [Clinic.admit])
      return store.mismatches.map(\.path).joined()
    },
    VacuousProof("what cannot be compared, at a gate", finds: "open") {
      let slice = Clinic.billing().gate(Gate(compared: 3))
      let ledger = try ParityCheck(slice) { ClinicState() }
        .run([.charge(1), .print("a"), .print("a")]).ledger
      return slice.unmetDemands(in: ledger) == [] ? "open" : ledger.description
    },
  ]

  // MARK: Evidence

  /// The ledger of a run on all actions.
  private static func ledger(
    of version: String?, _ slice: Clinic.LineSlice = Clinic.line()
  ) throws -> ParityLedger {
    let parity = ParityOptions<ClinicAction>(version: version, source: "CI")
    return try ParityCheck(slice, parity: parity) { ClinicState() }.run(all).ledger
  }

  /// What a store says that has a ledger of another run, before it moves its slice to `lead`.
  private static func promoted(
    with ledger: ParityLedger, version: String? = "2.0", _ gate: Gate = Gate(compared: 5)
  ) throws -> String {
    let line = Clinic.line().gate(gate)
    let store = Store(
      state: ClinicState(), entries: [.slice(line)], parity: ParityOptions(version: version),
      evidence: [ledger])
    try store.setStage(.lead, of: line)
    return "moved on"
  }

  static let evidence = [
    VacuousProof("evidence of this version", finds: "moved on") {
      try promoted(with: ledger(of: "2.0"))
    },
    VacuousProof(
      "evidence of another version",
      finds: "evidence from CI refused: it is of version 1.9, and this is 2.0"
    ) { try promoted(with: ledger(of: "1.9")) },
    VacuousProof("evidence without a version", finds: "it names no version") {
      try promoted(with: ledger(of: nil))
    },
    VacuousProof("a store without a version", finds: "of this store name no version") {
      try promoted(with: ledger(of: "2.0"), version: nil)
    },
    VacuousProof("evidence of another slice", finds: "it is about slice \"queue\"") {
      try promoted(with: ledger(of: "2.0", Clinic.line(named: "queue")))
    },
    VacuousProof("evidence with other rules", finds: "slice \"line\" had other rules there") {
      let lenient = Clinic.line().allowing(.noise(at: "patients", because: "a trial"))
      return try promoted(with: ledger(of: "2.0", lenient))
    },
  ]

  // MARK: Demands

  /// What a store at `shadow` says that reduced actions and is asked to move on.
  private static func moved(
    to stage: Stage, _ slice: Clinic.LineSlice, after actions: [ClinicAction] = all
  ) throws -> String {
    let store = try Store(ClinicState(), slice, at: .shadow, after: actions)
    try store.setStage(stage, of: slice)
    return "moved"
  }

  /// A projection that forgets to close the line.
  private static let forgetful = Clinic.line(write: { state, line in
    let isOpen = state.line.isOpen
    Clinic.writeLine(state, line)
    state.line.isOpen = isOpen
  })

  static let demands = [
    VacuousProof("a gate of actions that did nothing", finds: "no compared action changed") {
      try moved(to: .lead, Clinic.line().gate(Gate(compared: 2)), after: [.charge(1), .call])
    },
    VacuousProof("laws that nobody checked", finds: "laws of the projection were never checked") {
      try moved(to: .lead, Clinic.line().gate(Gate(compared: 2, laws: true)))
    },
    VacuousProof("a projection that does not write all", finds: "law: line: the projection") {
      let report = try MigrationCheck([.slice(forgetful)]) { ClinicState() }
        .run(all, announcing: { _ in })
      return forgetful.gate(Gate(compared: 0, laws: true)).unmetDemands(in: report.ledger).joined()
    },
    VacuousProof("from shadow to the end", finds: "0 of 3 actions compared at lead") {
      try moved(to: .migrated, Clinic.line().gate(Gate(compared: 2, comparedAtLead: 3)))
    },
    VacuousProof("one sample of the footprint", finds: "footprint checked after 1 of 3 actions") {
      try moved(
        to: .lead, Clinic.line().gate(Gate(compared: 2, footprint: 3)),
        after: [Clinic.admit, .admit(2, "Bo")])
    },
  ]
}
