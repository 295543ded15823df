import ReduxBridge
import ReferenceRedux
import ValueRedux
@testable import BridgeTestApps

extension VacuousProof {
  /// What a store finds that reduces actions with a slice at a stage.
  private static func mismatches<Value>(
    at stage: Stage, _ slice: StateSlice<ClinicState, ClinicAction, Value>,
    after actions: [ClinicAction] = all
  ) throws -> String {
    let store = try MigrationStore(ClinicState(), slice, at: stage, after: actions)
    return store.mismatches.isEmpty ? "nothing" : store.mismatches.map(\.description).joined()
  }

  private static let greedy = Clinic.line(write: { state, line in
    Clinic.writeLine(state, line)
    state.calls = 9
  })

  private static let shortening = Clinic.line(write: { state, line in
    Clinic.writeLine(state, line)
    for patient in state.line.patients { patient.name = String(patient.name.prefix(2)) }
  })

  /// A slice whose flag is a text and an object, with a block that does more when it sets them.
  static func flags(
    at paths: [String] = ["billing.receipt", "pin"],
    also change: @escaping @Sendable (ClinicState) -> Void = { _ in }
  ) -> Clinic.BillingSlice {
    Clinic.billing(
      block: { state, action in
        Clinic.billingBlock(state, action)
        switch action {
        case .print(let text):
          state.pin = text
          change(state)
        case .acknowledge: state.pin = ""
        default: break
        }
      },
      raising: { $0 + $0 }, flag: { state in state.billing.receipt.map { $0 + state.pin } },
      at: paths)
  }

  // MARK: Writes and flags

  static let writes = [Stage.shadow, .lead].flatMap { stage in
    [
      VacuousProof("write does more, at \(stage)", finds: "[projection]: after action 1 .admit") {
        try mismatches(at: stage, greedy)
      },
      VacuousProof("write shortens, at \(stage)", finds: "at patients.0.name") {
        try mismatches(at: stage, shortening)
      },
      VacuousProof("a field beside a flag of two, at \(stage)", finds: "at calls: legacy changed") {
        try mismatches(at: stage, flags { $0.calls += 1 })
      },
      VacuousProof("a flag of two fields, at \(stage)", finds: "nothing") {
        try mismatches(at: stage, flags())
      },
      VacuousProof("a path of a flag with a typo, at \(stage)", finds: "at billing.receipt: ") {
        try mismatches(at: stage, flags(at: ["billing.reciept", "pin"]))
      },
      VacuousProof("one of two paths of a flag, at \(stage)", finds: "at pin: legacy changed") {
        try mismatches(at: stage, flags(at: ["billing.receipt"]))
      },
      VacuousProof("a field beside a flag of an enum, at \(stage)", finds: "at calls: legacy") {
        try mismatches(at: stage, Clinic.notices { $0.calls += 1 })
      },
      VacuousProof("write adds, at \(stage)", finds: "[projection]: after action 7 .discharge") {
        let line = Clinic.line(write: { state, line in
          state.line.patients += line.patients.map { Patient($0.id, $0.name) }
        })
        return try mismatches(at: stage, line)
      },
      VacuousProof("write sorts, at \(stage)", finds: "[projection]: after action 3 .close") {
        let line = Clinic.line(write: { state, line in
          Clinic.writeLine(state, line)
          state.line.patients.sort { $0.id < $1.id }
        })
        return try mismatches(at: stage, line, after: [.admit(2, "Bo"), Clinic.admit, .close])
      },
      VacuousProof("a right write, at \(stage)", finds: "nothing") {
        try mismatches(at: stage, Clinic.line())
      },
    ]
  }
}
