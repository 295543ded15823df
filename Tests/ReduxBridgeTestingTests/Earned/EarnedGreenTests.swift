import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

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

  @Test func aFieldThatNoActionWroteIsNamed() {
    #expect(!SliceExercise(1).isComplete)
    var exercise = SliceExercise((one: 0, two: 0))
    #expect(exercise.failures(of: "a", unchanged: [:]) == ["a: no action changed it"])
    exercise.note([["one"], ["three"]])
    #expect(exercise.failures(of: "a", unchanged: [:]) == ["a: no action wrote two"])
    #expect(exercise.failures(of: "a", unchanged: ["a.two": "a constant"]) == [])
    #expect(!exercise.isComplete)
    var whole = SliceExercise((one: 0, two: 0))
    whole.note([["one"], ["two"]])
    #expect(whole.isComplete)
    var merged = SliceExercise((one: 0, two: 0))
    merged.merge(whole)
    #expect(merged == whole)
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

  /// The page lists what no comparison sees, with the tool that does.
  @Test func eachLineOfThePageIsRun() throws {
    let page = URL(fileURLWithPath: #filePath).appendingPathComponent(
      "../../../../Sources/ReduxBridge/ReduxBridge.docc/GreenButWrong.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let section =
      text.components(separatedBy: "## ").first { $0.hasPrefix("What no comparison sees") } ?? ""
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(
      lines.map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        == VacuousProof.unseen.map(\.testDescription))
  }

  /// Random actions of an app with a flag of two fields and one of an enum with payloads.
  @Test(arguments: [Stage.shadow, .lead]) func noFlagIsAFalseAlarm(_ stage: Stage) throws {
    let (billing, notices) = (VacuousProof.flags(), Clinic.notices())
    let store = MigrationStore(
      state: ClinicState(), entries: [.slice(billing), .slice(notices)])
    try store.setStage(stage, of: billing)
    try store.setStage(stage, of: notices)
    var random: any RandomNumberGenerator = SeededGenerator("noFlagIsAFalseAlarm\(stage)")
    let count = TestVolume.count(2_000, soak: 100_000)
    var latest = ClinicAction.call
    for number in 1...count {
      // A flag that is set cannot be raised again, so no event comes twice.
      let isAcknowledged = latest == .acknowledge
      switch Int.random(in: 0..<8, using: &random) {
      case 0: latest = .call
      case 1: latest = .charge(number)
      case 2: latest = .charge(-number)
      case 3: latest = .currency(["EUR", "USD"].randomElement(using: &random) ?? "")
      case 4, 5: latest = .print("\(number)")
      case 6 where isAcknowledged: latest = .close
      default: latest = .acknowledge
      }
      store.dispatch(latest)
      if number.isMultiple(of: 1_000) { store.flush() }
    }
    store.flush()
    #expect(store.mismatches.map(\.description) == [])
    let totals = [store.ledger.total(of: billing), store.ledger.total(of: notices)]
    #expect(totals.allSatisfy { $0.compared == count && $0.matched == count })
    #expect(totals.allSatisfy { $0.exercise.signals > count / 20 })
  }

  /// Where the time zone of the process decides a day.
  @Test func aTimeZoneThatOneSideReadsIsFound() async {
    await #expect(processExitsWith: .success) {
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = .gmt
      let noon = Date(timeIntervalSinceReferenceDate: 12 * 3_600)
      let calendar = utc
      let slice = StateSlice<ClinicState, ClinicAction, Int>(
        "calls", projection: Projection(\.calls),
        legacy: [{ state, _ in state.calls += Calendar.current.component(.hour, from: noon) }],
        reducer: Reducer { value, _ in value += calendar.component(.hour, from: noon) })
      let check = ParityCheck(slice) { ClinicState() }
      NSTimeZone.default = .gmt
      #expect(try check.firstMismatch(after: [.call]) == nil)
      let found = try check.firstMismatch(
        after: [.call], in: [.current],
        ["UTC", "Pacific/Kiritimati"].compactMap(TimeZone.init(identifier:)))
      #expect(found?.timeZone.identifier == "Pacific/Kiritimati")
      #expect(NSTimeZone.default == .gmt)
    }
  }

  /// V2: an effect or a signal is something that a list of actions can exercise.
  @Test func aSignalOrAnEffectAloneExercisesAListOfActions() throws {
    let mail = SliceEffects<ClinicState, ClinicAction, LineValue>(
      legacy: { $1 == .call ? ["mail"] : [] }, value: { $1 == .call ? ["mail"] : [] },
      perform: { (_: String) in })
    let mailing = ParityCheck(Clinic.line().effects(mail)) { ClinicState() }
    #expect(try mailing.firstMismatch(after: [.call]) == nil)
    #expect(throws: (any Error).self) { try mailing.firstMismatch(after: [.acknowledge]) }
    let check = ParityCheck(Clinic.billing()) { ClinicState() }
    #expect(try check.firstMismatch(after: [.print("a")]) == nil)
    #expect(throws: (any Error).self) { try check.firstMismatch(after: [.acknowledge]) }
  }
}

extension VacuousProof {
  /// Each proof with the claims that it holds, of V1 to V22 about green that was not earned.
  ///
  /// V13 to V16, about blame, stand at their tests in BlameTests, BlameAtLeadTests and SharedObjectsTests; V18, V20
  /// and V21 are about class models.
  static let table: [VacuousProof] = [
    ("V1, V2", unexercised), ("V3, V4, V6", replays), ("V5", masks), ("V7", rules),
    ("V8, V9", writes), ("V1, V10, V11", demands), ("V12", evidence), ("V17", mistakes),
    ("V17, V22", lists), ("V19", unseen), ("V19", clocks),
  ].flatMap { claims, proofs in
    proofs.map { .init("\(claims): \($0.testDescription)", finds: $0.finding, $0.run) }
  }

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
    VacuousProof("a type of action without its second case", finds: "sort (sort.price was") {
      let parity = ParityOptions<ClinicAction>(
        actionType: { _ in "sort.price" }, expectedActionTypes: ["line": ["sort"]])
      let ledger = try ParityCheck(Clinic.line(), parity: parity) { ClinicState() }.run(all).ledger
      return Clinic.line().gate(Gate(compared: 1)).unmetDemands(in: ledger).joined()
    },
    VacuousProof("straight to the end without a gate", finds: "without a gate and a comparison") {
      let store = try MigrationStore(ClinicState(), Clinic.line(), at: .migrated)
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
