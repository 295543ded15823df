import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// A check that was green once although it proved nothing, or not what it said.
struct VacuousProof: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// A part of the text of the check today.
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
    let logins = ParityCheck([.slice(Keyring.logins)]) {
      let state = KeyringState()
      state.logins = [KeyObject(id: 4, site: "a", password: "b")]
      return state
    }
    let failures = try [
      logins.run(.list(VacuousProof.all)).failures,
      logins.run(.random(seed: 7, of: VacuousProof.all, actions: 200))
        .failures.filter { !$0.contains("their ids") },
      logins.run(.everyState(of: [.add(1), .select(id: 1), .remove(id: 1)], depth: 2)).failures,
      VacuousProof.flagged().check.run(.list(ShopAction.tour), effort: .full).failures,
    ]
    #expect(failures == [[], [], [], []])
  }

  /// Where the time zone of the process decides a day.
  @Test func aTimeZoneThatOneSideReadsIsFound() async {
    await #expect(processExitsWith: .success) {
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = .gmt
      let noon = Date(timeIntervalSinceReferenceDate: 12 * 3_600)
      let calendar = utc
      let slice = Halves.Slice(
        "left", projection: Projection(\.left.count),
        legacy: [{ state, _ in state.left.count += Calendar.current.component(.hour, from: noon) }],
        reducer: Reducer { value, _ in value += calendar.component(.hour, from: noon) })
      let check = Halves.check(slice)
      NSTimeZone.default = .gmt
      #expect(try check.run(.list([.left])).failures == [])
      let zones = LegacyRecorder<TimeZone>()
      let report = try check.under(
        [.current], ["UTC", "Pacific/Kiritimati"].compactMap(TimeZone.init(identifier:))
      ) { zones.record($1) }.run(.list([.left]))
      #expect(zones.values.count == 3 && zones.values.last == .gmt)
      #expect(report.description.contains(", Pacific/Kiritimati") && !report.passed)
      #expect(NSTimeZone.default == .gmt)
    }
  }

  /// V2: an effect or a signal is something that a list of actions can exercise.
  @Test func aSignalOrAnEffectAloneExercisesAListOfActions() throws {
    let mail = SliceEffects<KeyringState, KeyringAction, KeyringValue>(
      legacy: { $1 == .launch ? ["mail"] : [] }, value: { $1 == .launch ? ["mail"] : [] },
      perform: { (_: String) in })
    let mailing = Keyring.check([.slice(Keyring.logins.effects(mail))])
    let parts = ShopParts()
    let failing = parts.check.judging(parts.slices.orders)
    let nothing = "no action changed it"
    #expect(try !mailing.run(.list([.launch])).failures.joined().contains(nothing))
    #expect(try mailing.run(.list([.setDark(true)])).failures == ["logins: \(nothing)"])
    #expect(try !failing.run(.list([.fail("a")])).failures.joined().contains(nothing))
    #expect(try failing.run(.list([.dismiss])).failures == ["orders: \(nothing)"])
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
    let mail = SliceEffects<KeyringState, KeyringAction, KeyringValue>(
      legacy: { $1 == .launch ? ["mail \($0.logins.count)"] : [] },
      value: { $1 == .launch ? ["mail \($0.logins.count)"] : [] }, perform: { (_: String) in })
    let check = Keyring.check([.slice(Keyring.logins.effects(mail))])
    let stages = StageRun(check: check, judged: ["logins"], exceptions: CheckExceptions([]))
    let list = ActionSource<KeyringAction>.List(actions: [
      .launch, .add(1), .launch, .add(2), .launch,
    ])
    let expected = ["mail 0", "", "mail 1", "", "mail 2"].map { text in
      text.isEmpty ? [] : ["logins \"\(text)\""]
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
  /// The others are at the tests of their subject; V18, V20 and V21 are about class models.
  static let table: [VacuousProof] = [
    ("V1, V2", unexercised), ("X3", edges), ("V8, V9", writes), ("V10, V17", mistakes),
    ("V19", unseen),
  ].flatMap { claims, proofs in
    proofs.map { .init("\(claims): \($0.testDescription)", finds: $0.finding, $0.run) }
  }

  /// Exercises each field of the logins, and closes with a login that goes.
  static let all: [KeyringAction] = [
    .add(1), .add(2), .select(id: 2), .setDark(true), .launch, .remove(id: 1),
  ]

  // MARK: A check whose actions did nothing

  private static let sources: [(String, String, @Sendable () -> ActionSource<KeyringAction>)] = [
    ("a run of no actions", "no action changed it", { .list([]) }),
    (
      "random actions of another slice", "no action changed it",
      { .random(seed: 7) { .setDark(.random(using: &$0)) } }
    ),
    ("no random actions", "no action changed it", { .random(seed: 7, of: all, actions: 0) }),
    ("no states", "no action changed it", { .everyState(of: all, depth: 0) }),
    ("a footprint of one field", "no action wrote selected", { .list([.add(1)]) }),
  ]

  static let unexercised =
    sources.map { name, finding, source in
      VacuousProof(name, finds: "logins: \(finding)") {
        try Keyring.check().run(source()).failures.joined()
      }
    }
    + ["logins.selected", "logins.Selected"].map { path in
      VacuousProof("an excuse that covers nothing", finds: "never applied: \(path): for now") {
        try Keyring.check().allowing(path, because: "for now").run(.list(all)).failures.joined()
      }
    } + [
      VacuousProof("an excuse after another action", finds: "at selected: legacy 2") {
        let broken = Keyring.logins(value: { if case .select = $1 { $0.selected = nil } })
        let check = Keyring.check([.slice(broken)])
        return try check.allowing("logins.selected", on: "add", because: "for now")
          .run(.list(all)).failures.joined()
      },
      VacuousProof(
        "an empty reducer, and ids that no object has", finds: "logins: no action changed it"
      ) {
        let empty = Keyring.logins(value: { logins, _ in logins = KeyringValue() })
        return try failures([.slice(empty)], of: [.remove(id: 7), .remove(id: 8)])
      },
      VacuousProof("an empty start", finds: "no content in logins: begin from a filled state") {
        try Keyring.check().run(.random(seed: 7, of: all)).failures.joined()
      },
      VacuousProof("no entries", finds: "no slice was checked") { try failures([]) },
      VacuousProof("blocks alone", finds: "no slice was checked") {
        try failures([.blocks([Keyring.loginBlock])])
      },
      VacuousProof("no locales", finds: "no locale in a time zone was given") {
        try Keyring.check().under([], []).run(.list(all)).failures.joined()
      },
      VacuousProof("ids of another state", finds: "remove: 0 of ") {
        try ParityCheck([.slice(Keyring.logins)], replacing: Keyring.logins.legacy) {
          KeyringState()
        }.run(.random(seed: 7, of: [.add(1), .remove(id: 8)], actions: 400)).failures.joined()
      },
    ]

  private static func failures(
    _ entries: [MigrationEntry<KeyringState, KeyringAction>], of actions: [KeyringAction] = all
  ) throws -> String {
    try Keyring.check(entries).run(.list(actions)).failures.joined()
  }

  // MARK: Nothing that is compared

  /// The failures of a handover of a whole state that is always the same.
  private static func handoverOfAConstant(_ effort: CheckEffort = .quick) throws -> String {
    try Keyring.check().handingOver(
      to: { ValueStore<Int, KeyringAction>(initialState: $0, reducer: Reducer { _, _ in }) }
    ) { _ in 7 }.run(.list([.add(1)]), effort: effort).failures.joined()
  }

  private static let recordings:
    [(String, [KeyringAction], MigrationEntry<KeyringState, KeyringAction>)] = [
      ("of no actions", [], .slice(Keyring.logins)),
      ("of another slice", [.setDark(true)], .slice(Keyring.logins)),
      ("without slices", [.add(1)], .blocks([Keyring.loginBlock])),
    ]

  static let edges =
    recordings.map { name, actions, entry in
      VacuousProof("a replay \(name)", finds: "no action of the recording changed a slice") {
        let folder = try SessionFolder()
        try SessionRecording.write(actions, to: folder.file)
        return try Keyring.check([entry]).run(.recording(folder.file)).failures.joined()
      }
    } + [
      VacuousProof("a handover of a constant", finds: "no action changed the state") {
        try await MainActor.run { try handoverOfAConstant() }
      },
      VacuousProof("a handover on any thread", finds: "not run on the main actor") {
        try handoverOfAConstant()
      },
      VacuousProof("a handover beside comparisons alone", finds: "`handingOver` was not tried") {
        try handoverOfAConstant(.sides)
      },
      VacuousProof("laws and posts beside comparisons", finds: "a trace`posting` was not tried") {
        try Keyring.check().trying([KeyringValue()], of: Keyring.logins).posting([])
          .run(.list(all), effort: .sides).failures.joined()
      },
    ]

  // MARK: Differences that no comparison of both sides sees

  /// A slice of one number, with the two sides given.
  private static func launches(
    _ block: @escaping ReduceBlock<KeyringState, KeyringAction>,
    _ reduce: @escaping @Sendable (inout Int, KeyringAction) -> Void
  ) -> ParityCheck<KeyringState, KeyringAction> {
    Keyring.check([
      .slice(
        StateSlice(
          "launches", projection: Projection(\.launches), legacy: [block], reducer: Reducer(reduce))
      )
    ])
  }

  static let unseen = [
    VacuousProof("a clock that both sides read", finds: "the whole of the value side is ") {
      // Both read it in the same hour.
      let reads = Counter()
      @Sendable func hour() -> Int {
        reads.increment()
        return reads.value / 4
      }
      let check = launches({ state, _ in state.launches = 1 + hour() }) { value, _ in
        value = 1 + hour()
      }
      let found = try check.findings(after: [.launch]).filter(\.isComparison).map(\.description)
      return try found.first
        ?? check.run(.list([.launch]), effort: .full).failures.joined()
    },
    VacuousProof("a locale that one side reads", finds: "de_DE, ") {
      let locale = LegacyRecorder<Locale>()
      locale.record(Locale(identifier: "en_US"))
      @Sendable func digits(_ locale: Locale?) -> Int {
        let text = 1234.5.formatted(.number.locale(locale ?? Locale(identifier: "en_US")))
        return text.firstIndex(of: ",").map { text.distance(from: text.startIndex, to: $0) } ?? 0
      }
      let check = launches({ state, _ in state.launches += digits(locale.values.last) }) {
        value, _ in value += digits(nil)
      }
      let found = try check.findings(after: [.launch]).filter(\.isComparison).map(\.description)
      return try found.first
        ?? check.under(["en_US", "de_DE"].map(Locale.init), [NSTimeZone.default]) { present, _ in
          locale.record(present)
        }.run(.list([.launch])).description
    },
  ]

  // MARK: Silent mistakes

  private static func unmetDemands(
    of parity: ParityOptions<KeyringAction>
  ) throws -> String {
    let check = Keyring.check(parity: parity)
    let ledger = try check.run(.list(all)).ledger
    return Gate(compared: 1).unmetDemands(ofSliceNamed: "logins", in: ledger).joined()
  }

  static let mistakes = [
    VacuousProof("a check without a slice that another reads", finds: "reads logins, which the") {
      try failures([.slice(Keyring.badge(reading: Keyring.logins))])
    },
    VacuousProof("a type of action with a typo", finds: "never compared: remvoe (remove was") {
      try unmetDemands(of: ParityOptions(expectedActionTypes: ["logins": ["remvoe", "add"]]))
    },
    VacuousProof("a type of action without its second case", finds: "sort (sort.price was") {
      try unmetDemands(
        of: ParityOptions(
          actionType: { _ in "sort.price" }, expectedActionTypes: ["logins": ["sort"]]))
    },
    VacuousProof("a projection that does not write all", finds: "it does not read what it wrote") {
      let forgetful = Keyring.logins(write: { state, value in
        let selected = state.selected
        Keyring.projection.write(state, value)
        state.selected = selected
      })
      let ledger = try Keyring.check([.slice(forgetful)]).run(.list(all)).ledger
      return Gate(compared: 0, laws: true).unmetDemands(ofSliceNamed: "logins", in: ledger).joined()
    },
  ]
}
