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

  @Test func aFieldThatNoActionWroteIsNamed() {
    let new = SliceExercise((one: 0, two: 0))
    var (part, whole, merged) = (new, new, new)
    part.note([["one"], ["three"]])
    whole.note([["one"], ["two"]])
    merged.merge(whole)
    #expect(merged == whole)
    #expect([SliceExercise(1), part, whole].map(\.isComplete) == [false, false, true])
    let (none, constant) = (
      CheckExceptions([]),
      CheckExceptions([CheckException(path: "a.two", actionType: nil, reason: "a constant")])
    )
    #expect(new.failures(of: "a", none) == ["a: no action changed it"])
    #expect(part.failures(of: "a", none) == ["a: no action wrote two"])
    #expect(part.failures(of: "a", constant) == [])
  }

  /// The same checks, where the actions exercise what they are meant to.
  @Test func whatIsExercisedIsGreen() throws {
    let library = ParityCheck([.slice(Reader.library())]) {
      let state = ReaderState()
      state.folders = [Folder(4)]
      return state
    }
    let till = ParityCheck([.slice(Till.billing())]) { Till() }
    let failures = try [
      library.run(.list(VacuousProof.all)).failures,
      library.run(.random(seed: 7, of: VacuousProof.all, actions: 200))
        .failures.filter { !$0.contains("their ids") },
      library.run(.everyState(of: [.add(1), .select(1), .remove(1)], depth: 2)).failures,
      till.run(.list([.charge(5), .print("a"), .acknowledge]), effort: .full).failures,
    ]
    #expect(failures == [[], [], [], []])
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
      let check = ParityCheck([.slice(slice)]) { ReaderState() }
      NSTimeZone.default = .gmt
      #expect(try check.run(.list([.show])).failures == [])
      let zones = LegacyRecorder<TimeZone>()
      let report = try check.under(
        [.current], ["UTC", "Pacific/Kiritimati"].compactMap(TimeZone.init(identifier:))
      ) { zones.record($1) }.run(.list([.show]))
      #expect(zones.values.count == 3 && zones.values.last == .gmt)
      #expect(report.description.contains(", Pacific/Kiritimati") && !report.passed)
      #expect(NSTimeZone.default == .gmt)
    }
  }

  /// V2: an effect or a signal is something that a list of actions can exercise.
  @Test func aSignalOrAnEffectAloneExercisesAListOfActions() throws {
    let mail = SliceEffects<ReaderState, ReaderAction, LibraryValue>(
      legacy: { $1 == .show ? ["mail"] : [] }, value: { $1 == .show ? ["mail"] : [] },
      perform: { (_: String) in })
    let mailing = ParityCheck([.slice(Reader.library().effects(mail))]) { ReaderState() }
    let till = ParityCheck([.slice(Till.billing())]) { Till() }
    let nothing = "no action changed it"
    #expect(try !mailing.run(.list([.show])).failures.joined().contains(nothing))
    #expect(try mailing.run(.list([.receive(1)])).failures == ["library: \(nothing)"])
    #expect(try !till.run(.list([.print("a")])).failures.joined().contains(nothing))
    #expect(try till.run(.list([.acknowledge])).failures == ["billing: \(nothing)"])
  }

  /// W8: what `==` ignores.
  @Test func aSignOfZeroIsFoundWithFullEffort() throws {
    final class Scale: Codable { var load = 0.0 }
    let slice = StateSlice<Scale, Int, Double>(
      "load", projection: Projection(\.load), legacy: [{ $0.load = Double($1) }],
      reducer: Reducer { $0 = $1 == 0 ? -0.0 : Double($1) })
    let check = ParityCheck([.slice(slice)]) { Scale() }
    let list = ActionSource.list([1] + Array(repeating: 1, count: 15) + [0])
    let found = try [CheckEffort.quick, .full].map { try check.run(list, effort: $0).findings }
    #expect(found.map { $0.filter { $0.subject == .state }.map(\.value) } == [[], ["-0.0"]])
  }

  /// X6: no stage performs another effect, and a state that is read from a file goes on alike.
  @Test func eachStageRequestsTheSameEffectsAlsoAfterTheStateWasRead() throws {
    let mail = SliceEffects<ReaderState, ReaderAction, LibraryValue>(
      legacy: { $1 == .show ? ["mail \($0.folders.count)"] : [] },
      value: { $1 == .show ? ["mail \($0.ids.count)"] : [] }, perform: { (_: String) in })
    let check = ParityCheck([.slice(Reader.library().effects(mail))]) { ReaderState() }
    let stages = StageRun(check, judging: ["library"], CheckExceptions([]))
    let list = ActionSource<ReaderAction>.List(actions: [.show, .add(1), .show, .add(2), .show])
    let expected = ["mail 0", "", "mail 1", "", "mail 2"].map { text in
      text.isEmpty ? [] : ["library \"\(text)\""]
    }
    for stage in Stage.allCases.map(Optional.some) + [nil] {
      let (whole, read) = try (
        stages.run(list, at: stage), stages.run(list, at: stage, savedAfter: 2)
      )
      #expect([whole.effects, read.effects] == [expected, expected], "\(stage as Any)")
      #expect([whole.isRestored, read.isRestored] == [false, true])
    }
  }
}

extension VacuousProof {
  /// Each proof with the claims that it holds, of V1 to V22 about green that was not earned.
  ///
  /// The others stand at the tests of their subject; V18, V20 and V21 are about class models.
  static let table: [VacuousProof] = [
    ("V1, V2", unexercised), ("X3", edges), ("V8, V9", writes), ("V10, V17", mistakes),
    ("V19", unseen),
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
      try failures([.slice(Reader.library(reducing: { _, _ in }))], of: [.remove(7), .remove(8)])
    },
    VacuousProof("a run of no actions", finds: "library: no action changed it") {
      try failures([.slice(Reader.library())], of: [])
    },
    VacuousProof("random actions of another slice", finds: "library: no action changed it") {
      try ParityCheck([.slice(Reader.library())]) { ReaderState() }
        .run(.random(seed: 7) { .receive(.random(in: 1...3, using: &$0)) }).failures.joined()
    },
    VacuousProof("no entries", finds: "no slice was checked") { try failures([]) },
    VacuousProof("blocks alone", finds: "no slice was checked") {
      try failures([.blocks([Reader.libraryBlock])])
    },
    VacuousProof("no random actions", finds: "library: no action changed it") {
      try ParityCheck([.slice(Reader.library())]) { ReaderState() }
        .run(.random(seed: 7, of: all, actions: 0)).failures.joined()
    },
    VacuousProof("no states", finds: "library: no action changed it") {
      try ParityCheck([.slice(Reader.library())]) { ReaderState() }
        .run(.everyState(of: all, depth: 0)).failures.joined()
    },
    VacuousProof("no locales", finds: "no locale in a time zone was given") {
      try ParityCheck([.slice(Reader.library())]) { ReaderState() }.under([], [])
        .run(.list(all)).failures.joined()
    },
    VacuousProof("ids of another state", finds: "remove: 0 of ") {
      try ParityCheck([.slice(Reader.library())], replacing: [Reader.libraryBlock]) {
        ReaderState()
      }
      .run(.random(seed: 7, of: [.add(1), .remove(8)], actions: 400)).failures.joined()
    },
    VacuousProof("an empty start", finds: "no content in ids: begin from a filled state") {
      try ParityCheck([.slice(Reader.library())]) { ReaderState() }
        .run(.random(seed: 7, of: all)).failures.joined()
    },
    VacuousProof("a footprint of one field", finds: "library: no action wrote selectedID") {
      try failures([.slice(Reader.library())], of: [.add(1)])
    },
    VacuousProof(
      "an excuse that is out of date", finds: "never applied: library.selectedID: for now"
    ) {
      try failures([.slice(Reader.library())], allowing: "library.selectedID")
    },
    VacuousProof("an excuse of nothing", finds: "never applied: library.selectedid: for now") {
      try failures([.slice(Reader.library())], allowing: "library.selectedid")
    },
  ]

  private static func failures(
    _ entries: [MigrationEntry<ReaderState, ReaderAction>], of actions: [ReaderAction] = all,
    allowing path: String? = nil
  ) throws -> String {
    let check = ParityCheck(entries) { ReaderState() }
    return try (path.map { check.allowing($0, because: "for now") } ?? check)
      .run(.list(actions)).failures.joined()
  }

  // MARK: Nothing that is compared

  /// What a replay says of actions, written as a recording.
  private static func replay(
    _ actions: [ReaderAction], _ entries: [MigrationEntry<ReaderState, ReaderAction>]
  ) throws -> String {
    let folder = try SessionFolder()
    try SessionRecording.write(actions, to: folder.file)
    return try ParityCheck(entries) { ReaderState() }.run(.recording(folder.file))
      .failures.joined()
  }

  /// What a handover says of a whole state that is always the same.
  private static func handoverOfAConstant() throws -> String {
    try ParityCheck([.slice(Reader.library())]) { ReaderState() }.handingOver(
      to: { ValueStore<Int, ReaderAction>(initialState: $0, reducer: Reducer { _, _ in }) }
    ) { _ in 7 }.run(.list([.add(1)])).failures.joined()
  }

  static let edges = [
    VacuousProof("a replay of no actions", finds: "no action of the recording changed a slice") {
      try replay([], [.slice(Reader.library())])
    },
    VacuousProof("a replay of another slice", finds: "no action of the recording changed a slice") {
      try replay([.receive(1)], [.slice(Reader.library())])
    },
    VacuousProof("a handover of a constant", finds: "no action changed the state") {
      try await MainActor.run { try handoverOfAConstant() }
    },
    VacuousProof("a handover on any thread", finds: "not run on the main actor") {
      try handoverOfAConstant()
    },
    VacuousProof("a replay without slices", finds: "no action of the recording changed a slice") {
      try replay([.add(1)], [.blocks([Reader.libraryBlock])])
    },
  ]

  // MARK: Silent mistakes

  private static func unmetDemands(
    of parity: ParityOptions<ReaderAction>
  ) throws -> String {
    let check = ParityCheck([.slice(Reader.library())], parity: parity) { ReaderState() }
    let ledger = try check.run(.list(all)).ledger
    return Reader.library().gate(Gate(compared: 1)).unmetDemands(in: ledger).joined()
  }

  static let mistakes = [
    VacuousProof("a check without a slice that another reads", finds: "reads library, which the") {
      try failures([.slice(Reader.badge(reading: Reader.library()))])
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
      let report = try ParityCheck([.slice(forgetful)]) { ReaderState() }.run(.list(all))
      return forgetful.gate(Gate(compared: 0, laws: true)).unmetDemands(in: report.ledger).joined()
    },
  ]
}
