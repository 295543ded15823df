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
    do { said = try await proof.run() } catch { said = "\(error)" }
    #expect(said.contains(proof.finding), "it says: \(said)")
  }

  /// The same checks, where the actions exercise what they are meant to.
  @Test func whatIsExercisedIsGreen() throws {
    let (actions, library) = (VacuousProof.all, ParityCheck(Reader.library()) { ReaderState() })
    #expect(try library.firstMismatch(after: actions) == nil)
    var random: any RandomNumberGenerator = SeededGenerator(seed: 7)
    let billing = ParityCheck(Till.billing()) { Till() }
    // X10: a raised signal is a write.
    let check = MigrationCheck([.slice(Till.billing())]) { Till() }
    let failures = try [
      library.run(actions).failures,
      library.search(actions, budget: 200, using: &random).failures,
      library.exhaust([.add(1), .select(1), .remove(1)], depth: 2).failures,
      billing.run([.charge(5), .print("a")]).failures,
      check.run([.charge(5), .print("a"), .acknowledge], announcing: { _ in }).failures,
    ]
    #expect(failures == [[], [], [], [], []])
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

  /// Where the time zone of the process decides a day.
  @Test func aTimeZoneThatOneSideReadsIsFound() async {
    await #expect(processExitsWith: .success) {
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = .gmt
      let noon = Date(timeIntervalSinceReferenceDate: 12 * 3_600)
      let calendar = utc
      let slice = ReaderSlice<Int>(
        "badge", projection: Projection(\.badge),
        legacy: [{ state, _ in state.badge += Calendar.current.component(.hour, from: noon) }],
        reducer: Reducer { value, _ in value += calendar.component(.hour, from: noon) })
      let check = ParityCheck(slice) { ReaderState() }
      NSTimeZone.default = .gmt
      #expect(try check.firstMismatch(after: [.show]) == nil)
      var zones: [TimeZone] = []
      let found = try check.firstMismatch(
        after: [.show], in: [.current],
        ["UTC", "Pacific/Kiritimati"].compactMap(TimeZone.init(identifier:))
      ) { zones.append($1) }
      #expect(zones.count == 3 && zones.last == .gmt)
      #expect(found?.timeZone.identifier == "Pacific/Kiritimati")
      #expect(NSTimeZone.default == .gmt)
    }
  }

  /// V2: an effect or a signal is something that a list of actions can exercise.
  @Test func aSignalOrAnEffectAloneExercisesAListOfActions() throws {
    let mail = SliceEffects<ReaderState, ReaderAction, LibraryValue>(
      legacy: { $1 == .show ? ["mail"] : [] }, value: { $1 == .show ? ["mail"] : [] },
      perform: { (_: String) in })
    let mailing = ParityCheck(Reader.library().effects(mail)) { ReaderState() }
    #expect(try mailing.firstMismatch(after: [.show]) == nil)
    #expect(throws: (any Error).self) { try mailing.firstMismatch(after: [.receive(1)]) }
    let check = ParityCheck(Till.billing()) { Till() }
    #expect(try check.firstMismatch(after: [.print("a")]) == nil)
    #expect(throws: (any Error).self) { try check.firstMismatch(after: [.acknowledge]) }
  }

  /// Random actions of an app with a flag of two fields and one of an enum with payloads.
  @Test(arguments: [Stage.shadow, .lead]) func noFlagIsAFalseAlarm(_ stage: Stage) throws {
    let (billing, notices) = (Till.billing(), Till.notices())
    let store = MigrationStore(state: Till(), entries: [.slice(billing), .slice(notices)])
    try store.setStage(stage, of: billing)
    try store.setStage(stage, of: notices)
    var random: any RandomNumberGenerator = SeededGenerator("noFlagIsAFalseAlarm\(stage)")
    let count = TestVolume.count(2_000, soak: 100_000)
    var latest = Till.Action.call
    for number in 1...count {
      // A flag that is set cannot be raised again, so no event comes twice.
      let isAcknowledged = latest == .acknowledge
      switch Int.random(in: 0..<7, using: &random) {
      case 0: latest = .call
      case 1: latest = .charge(number)
      case 2: latest = .charge(-number)
      case 3, 4: latest = .print("\(number)")
      case 5 where isAcknowledged: latest = .close
      default: latest = .acknowledge
      }
      store.dispatch(latest)
      if number.isMultiple(of: 1_000) { store.flush() }
    }
    store.flush()
    #expect(store.mismatches.map(\.description) == [])
    let totals = [store.ledger.total(of: billing), store.ledger.total(of: notices)]
    #expect(totals.map { [$0.compared, $0.matched] } == [[count, count], [count, count]])
    #expect(totals.allSatisfy { $0.exercise.signals > count / 20 })
  }
}

extension VacuousProof {
  /// Each proof with the claims that it holds, of V1 to V22 about green that was not earned.
  ///
  /// The others stand at the tests of their subject; V18, V20 and V21 are about class models.
  static let table: [VacuousProof] = [
    ("V1, V2", unexercised), ("V8, V9", writes), ("V10, V17", mistakes), ("V19", unseen),
    ("X3, X11", edges),
  ].flatMap { claims, proofs in
    proofs.map { .init("\(claims): \($0.testDescription)", finds: $0.finding, $0.run) }
  }

  /// Exercises each field of the library, and closes with a folder that goes.
  static let all: [ReaderAction] = [.add(1), .add(2), .select(2), .receive(1), .show, .remove(1)]

  // MARK: A check whose actions did nothing

  static let unexercised = [
    VacuousProof(
      "an empty reducer, and ids that no object has", finds: "library: no action changed it"
    ) {
      let found = try ParityCheck(Reader.library(reducing: { _, _ in })) { ReaderState() }
        .firstMismatch(after: [.remove(7), .remove(8)])
      return "\(found.map(\.description) ?? "nothing")"
    },
    VacuousProof("a run of no actions", finds: "library: no action changed it") {
      try ParityCheck(Reader.library()) { ReaderState() }.run([]).failures.joined()
    },
    VacuousProof(
      "random actions of another slice",
      finds: "library: no action changed it. Give actions that do, or the reason why none does as "
    ) {
      var random: any RandomNumberGenerator = SeededGenerator(seed: 7)
      let found = try ParityCheck(Reader.library()) { ReaderState() }
        .explore(lists: 3, length: 5, using: &random) { .receive(.random(in: 1...3, using: &$0)) }
      return "\(found.map(\.description) ?? "nothing")"
    },
    VacuousProof("a footprint of one field", finds: "library: no action wrote selectedID") {
      try footprint([.slice(Reader.library())], of: [.add(1)])
    },
    VacuousProof("an excuse that is out of date", finds: "is excused as unchanged: for now") {
      try footprint([.slice(Reader.library())], unchanged: ["library.selectedID": "for now"])
    },
    VacuousProof("an excuse of nothing", finds: "there is no such slice or field") {
      try footprint([.slice(Reader.library())], unchanged: ["library.selectedid": "for now"])
    },
  ]

  private static func footprint(
    _ entries: [MigrationEntry<ReaderState, ReaderAction>], of actions: [ReaderAction] = all,
    unchanged: [String: String] = [:]
  ) throws -> String {
    try MigrationCheck(entries, unchanged: unchanged) { ReaderState() }
      .run(actions, announcing: { _ in }).failures.joined()
  }

  // MARK: Nothing that is compared

  /// What a replay says of actions, written as a recording.
  private static func replay(
    _ actions: [ReaderAction], _ entries: [MigrationEntry<ReaderState, ReaderAction>]
  ) throws -> String {
    let folder = try SessionFolder()
    try SessionRecording.write(actions, to: folder.file)
    return try SessionReplay(folder.file, entries: entries) { ReaderState() }
      .firstMismatch()?.description ?? "nothing"
  }

  /// What a handover says of a whole state that is always the same.
  @MainActor private static func handoverOfAConstant() throws -> String {
    let library = Reader.library()
    let store = MigrationStore(state: ReaderState(), entries: [.slice(library)])
    try store.setStage(.migrated, of: library, overridingGateBecause: "a test")
    let successor = ValueStore<Int, ReaderAction>(initialState: 7, reducer: Reducer { _, _ in })
    return try store.handoverDifferences(to: successor, after: [.add(1)]) { _ in 7 }
      .map(\.description).joined()
  }

  static let edges = [
    VacuousProof("a replay of no actions", finds: "no action of the recording changed a slice") {
      try replay([], [.slice(Reader.library())])
    },
    VacuousProof("a replay of another slice", finds: "no action of the recording changed a slice") {
      try replay([.receive(1)], [.slice(Reader.library())])
    },
    VacuousProof("a handover of a constant", finds: "no action changed the state") {
      try await handoverOfAConstant()
    },
    VacuousProof("locales that are none", finds: "no locale or no time zone") {
      let check = ParityCheck(Reader.library()) { ReaderState() }
      return try check.firstMismatch(after: all, in: [], [.gmt]).map { "\($0)" } ?? "nothing"
    },
    VacuousProof("a footprint of no slice", finds: "no slice was checked") {
      try footprint([])
    },
    VacuousProof("laws of no values", finds: "expected a value to write, found none") {
      try Reader.library().projection.checkLaws(on: ReaderState(), values: [])
        .map(\.description).joined()
    },
    VacuousProof("reads that were not looked for", finds: "not looked for") {
      let check = MigrationCheck([.slice(Reader.library())]) { ReaderState() }
      return try "\(check.run(all, values: 0))"
    },
  ]

  // MARK: Silent mistakes

  private static func unmetDemands(
    of parity: ParityOptions<ReaderAction>
  ) throws -> String {
    let ledger = try ParityCheck(Reader.library(), parity: parity) { ReaderState() }.run(all).ledger
    return Reader.library().gate(Gate(compared: 1)).unmetDemands(in: ledger).joined()
  }

  static let mistakes = [
    VacuousProof("a check without a slice that another reads", finds: "reads library, which the") {
      try footprint([.slice(Reader.badge(reading: Reader.library()))])
    },
    VacuousProof("a type of action with a typo", finds: "never compared: remvoe (remove was") {
      try unmetDemands(of: ParityOptions(expectedActionTypes: ["library": ["remvoe", "add"]]))
    },
    VacuousProof("a type of action without its second case", finds: "sort (sort.price was") {
      try unmetDemands(
        of: ParityOptions(
          actionType: { _ in "sort.price" }, expectedActionTypes: ["library": ["sort"]]))
    },
    VacuousProof("a projection that does not write all", finds: "it does not read what it wrote") {
      let forgetful = Reader.library(write: { state, value in
        let selected = state.selected
        Reader.writeLibrary(state, value)
        state.selected = selected
      })
      let report = try MigrationCheck([.slice(forgetful)]) { ReaderState() }
        .run(all, announcing: { _ in })
      return forgetful.gate(Gate(compared: 0, laws: true)).unmetDemands(in: report.ledger).joined()
    },
  ]
}
