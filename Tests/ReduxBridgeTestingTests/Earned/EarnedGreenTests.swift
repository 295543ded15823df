import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

/// What was green once although it proved nothing, or not what it said.
struct VacuousProof: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the check says now, in part.
  let finding: String
  /// Runs the check and returns what it says; nothing if it is content.
  let run: @Sendable () async throws -> String

  init(
    _ description: String, finds finding: String,
    _ run: @escaping @Sendable () async throws -> String
  ) {
    (testDescription, self.finding, self.run) = (description, finding, run)
  }
}

@Suite("Every green is earned")
struct EarnedGreenTests {
  @Test(arguments: VacuousProof.table)
  func aVacuousOrPartialProofIsFound(_ proof: VacuousProof) async throws {
    let said: String
    do {
      said = try await proof.run()
    } catch {
      said = "\(error)"
    }
    #expect(said.contains(proof.finding), "it says: \(said)")
  }

  /// The same checks, where the actions exercise what they are meant to.
  @Test func whatIsExercisedIsGreen() throws {
    let actions = VacuousProof.all
    let (line, billing) = (Clinic.line(), Clinic.billing())
    #expect(try ParityCheck(line) { ClinicState() }.run(actions).failures == [])
    #expect(try ParityCheck(billing) { ClinicState() }.run(actions).failures == [])
    #expect(try ParityCheck(line) { ClinicState() }.firstMismatch(after: actions) == nil)
    let search = try ParityCheck(line) { ClinicState() }.search(
      actions, budget: 200, using: &VacuousProof.random)
    #expect(search.failures == [])
    let found = try ParityCheck(line) { ClinicState() }
      .exhaust([Clinic.admit, .discharge(1), .close], depth: 2)
    #expect(found.failures == [])
    let check = MigrationCheck(
      [.slice(line), .slice(billing)], unchanged: ["billing.receipt": "a signal"]
    ) { ClinicState() }
    #expect(try check.run(actions, announcing: { _ in }).failures == [])
  }

  /// An effect or a signal is something that a list of actions can exercise.
  @Test func aSignalAloneExercisesAListOfActions() throws {
    let check = ParityCheck(Clinic.billing()) { ClinicState() }
    #expect(try check.firstMismatch(after: [.print("a")]) == nil)
    #expect(throws: (any Error).self) { try check.firstMismatch(after: [.acknowledge]) }
  }
}

extension VacuousProof {
  static let table = [
    unexercised, replays, masks, rules, evidence, demands, mistakes, writes,
  ].flatMap(\.self)

  /// Exercises each field of each slice.
  static let all: [ClinicAction] = [
    Clinic.admit, .admit(2, "Bo"), .charge(5), .currency("USD"), .print("a"), .acknowledge,
    .discharge(1), .close,
  ]

  static var random: any RandomNumberGenerator {
    get { SeededSequence() }
    set { _ = newValue }
  }

  private static let idle: [ClinicAction] = [.charge(1), .currency("USD"), .discharge(7)]

  // MARK: A check whose actions did nothing

  static let unexercised = [
    VacuousProof(
      "an empty reducer, and ids that no object has", finds: "line: no action changed it"
    ) {
      let line = Clinic.line(reducing: { _, _ in })
      let found = try ParityCheck(line) { ClinicState() }
        .firstMismatch(after: [.discharge(7), .discharge(8)])
      return "\(found.map(\.description) ?? "nothing")"
    },
    VacuousProof("a run of no actions", finds: "line: no action changed it") {
      try ParityCheck(Clinic.line()) { ClinicState() }.run([]).failures.joined()
    },
    VacuousProof("a list that shows no counterexample", finds: "line: no action changed it") {
      let found = try ParityCheck(Clinic.line()) { ClinicState() }.counterexample(in: idle)
      return "\(found.map(\.description) ?? "nothing")"
    },
    VacuousProof("random actions of another slice", finds: "line: no action changed it") {
      let found = try ParityCheck(Clinic.line()) { ClinicState() }
        .explore(lists: 3, length: 5, using: &random) { .charge(.random(in: 1...3, using: &$0)) }
      return "\(found.map(\.description) ?? "nothing")"
    },
    VacuousProof("a search that never closes the line", finds: "line: no action wrote isOpen") {
      let line = Clinic.line(reducing: { line, action in
        if action != .close { Clinic.reduceLine(&line, action) }
      })
      return try ParityCheck(line) { ClinicState() }
        .search([Clinic.admit, .discharge(1)], budget: 50, using: &random).failures.joined()
    },
    VacuousProof("all states without a currency", finds: "no action wrote currency, receipt") {
      let result = try ParityCheck(Clinic.billing()) { ClinicState() }
        .exhaust([.charge(1), .charge(-1)], depth: 2)
      return result.isExhaustive ? "exhaustive" : result.failures.joined()
    },
    VacuousProof("all states of two slices, one at rest", finds: "line: no action changed it") {
      try MigrationCheck([.slice(Clinic.line()), .slice(Clinic.billing())]) { ClinicState() }
        .exhaust([.charge(1)], depth: 2).failures.joined()
    },
    VacuousProof("a footprint of one field", finds: "line: no action wrote isOpen") {
      try MigrationCheck([.slice(Clinic.line())]) { ClinicState() }
        .run([Clinic.admit], announcing: { _ in }).failures.joined()
    },
    VacuousProof("an excuse that is out of date", finds: "is excused as unchanged: for now") {
      try MigrationCheck([.slice(Clinic.line())], unchanged: ["line.isOpen": "for now"]) {
        ClinicState()
      }.run(all, announcing: { _ in }).failures.joined()
    },
    VacuousProof("an excuse of nothing", finds: "there is no such slice or field") {
      try MigrationCheck([.slice(Clinic.line())], unchanged: ["line.isopen": "for now"]) {
        ClinicState()
      }.run(all, announcing: { _ in }).failures.joined()
    },
    VacuousProof("types of actions that never changed anything", finds: "line: by charge, print") {
      try ParityCheck(Clinic.line()) { ClinicState() }
        .run([Clinic.admit, .charge(1), .print("a")]).ledger.description
    },
  ]

  // MARK: Silent mistakes

  static let mistakes = [
    VacuousProof("a check without a slice that another reads", finds: "reads line, which the") {
      let line = Clinic.line()
      let slice = StateSlice<ClinicState, ClinicAction, Int>(
        "count", reading: line,
        projection: Projection(read: { $0.calls }, write: { $0.calls = $1 }),
        legacy: [{ if $1 == .call { $0.calls = $0.line.patients.count } }],
        reducer: ReadingReducer { value, line, action in
          if action == .call { value = line.patients.count }
        })
      return try MigrationCheck([.slice(slice)]) { ClinicState() }
        .run([.call], announcing: { _ in }).failures.joined()
    },
    VacuousProof("a path with a typo", finds: "each path of the slice is written: at lines") {
      let state = ClinicState()
      state.line.patients = [Patient(1, "Ann")]
      let violations = try Clinic.line().projection.checkLaws(
        on: state, values: [LineValue(patients: [], isOpen: false)], within: ["line", "lines"])
      return "\(violations)"
    },
    VacuousProof("a type of action with a typo", finds: "never compared: adimt (admit was") {
      let parity = ParityOptions<ClinicAction>(expectedActionTypes: ["line": ["adimt", "close"]])
      let ledger = try ParityCheck(Clinic.line(), parity: parity) { ClinicState() }.run(all).ledger
      return Clinic.line().gate(Gate(compared: 1)).unmetDemands(in: ledger).joined()
    },
    VacuousProof("straight to the end without a gate", finds: "without a gate and a comparison") {
      let store = MigrationStore(state: ClinicState(), entries: [.slice(Clinic.line())])
      try store.setStage(.migrated, of: Clinic.line())
      return store.ledger.description
    },
  ]
}

/// The same numbers for each check.
private struct SeededSequence: RandomNumberGenerator {
  private var state: UInt64 = 7

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
