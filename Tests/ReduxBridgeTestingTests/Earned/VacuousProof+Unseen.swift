import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import ValueRedux
import ValueReflection
@testable import BridgeTestApps

extension VacuousProof {
  private typealias Slice = StateSlice<ClinicState, ClinicAction, Int>

  /// A slice of one number, with the two sides given.
  private static func calls(
    _ block: @escaping Clinic.Block,
    _ reduce: @escaping @Sendable (inout Int, ClinicAction) -> Void
  ) -> Slice {
    StateSlice(
      "calls", projection: Projection(\.calls), legacy: [block], reducer: Reducer(reduce))
  }

  /// What another tool says where a comparison of both sides says nothing.
  private static func whatIsSeen(
    by check: ParityCheck<ClinicState, ClinicAction, some Equatable & Sendable>,
    after actions: [ClinicAction] = [.call], _ tool: () throws -> String
  ) throws -> String {
    try check.firstMismatch(after: actions).map { "a comparison sees it: \($0)" } ?? tool()
  }

  // MARK: What no comparison sees, line by line as in GreenButWrong

  static let unseen = [
    VacuousProof("an object that `write` replaces, and a screen keeps", finds: "another object") {
      try whatIsSeen(by: ParityCheck(Clinic.line()) { ClinicState() }, after: all) {
        let (state, line) = (ClinicState(), Clinic.line())
        state.line.patients = [Patient(1, "Ann")]
        let kept = state.line.patients[0]
        line.projection.write(state, line.projection.read(state))
        return state.line.patients[0] === kept ? "the same object" : "another object"
      }
    },
    VacuousProof(
      "an observer (`didSet`) that the new side does not have", finds: "legacy 1, migrated 0"
    ) {
      let slice = Slice(
        "meter",
        projection: Projection(
          read: { $0.meter.reading },
          write: { if $0.meter.reading != $1 { $0.meter.reading = $1 } }),
        legacy: [{ if $1 == .call { $0.meter.reading += 1 } }],
        reducer: Reducer { if $1 == .call { $0 += 1 } })
      return try whatIsSeen(by: ParityCheck(slice) { ClinicState() }) {
        let counts = try [Stage.legacy, .migrated].map { stage in
          let (state, calls) = (ClinicState(), Counter())
          state.meter.observer = { calls.increment() }
          let store = MigrationStore(state: state, entries: [.slice(slice)])
          try store.setStage(stage, of: slice, overridingGateBecause: "a test")
          store.reduce([.call])
          return "\(stage) \(calls.value)"
        }
        return counts.joined(separator: ", ")
      }
    },
    VacuousProof("memory that grows on both sides", finds: "always hold: the line is short") {
      try whatIsSeen(by: ParityCheck(Clinic.line()) { ClinicState() }, after: all) {
        try InvariantCheck(Reducer(Clinic.reduceLine)) { LineValue() }
          .always("the line is short") { $0.patients.count < 4 }
          .exhaust([Clinic.admit, .close], depth: 6).failures.joined()
      }
    },
    VacuousProof("a clock that both sides read", finds: "side: after action 1 call, as a whole: ") {
      // Both read it in the same hour.
      let reads = Counter()
      @Sendable func hour() -> Int {
        reads.increment()
        return reads.value / 4
      }
      let slice = calls({ $0.calls = $1 == .call ? 1 + hour() : 0 }) {
        $0 = $1 == .call ? 1 + hour() : 0
      }
      return try whatIsSeen(by: ParityCheck(slice) { ClinicState() }) {
        try noise(slice)
      }
    },
    VacuousProof("an effect that both sides perform themselves", finds: "shadow 2") {
      let mails = Counter()
      let slice = calls({ state, _ in
        mails.increment()
        state.calls += 1
      }) { value, _ in
        mails.increment()
        value += 1
      }
      return try whatIsSeen(by: ParityCheck(slice) { ClinicState() }) {
        let store = try MigrationStore(ClinicState(), slice, at: .shadow)
        let before = mails.value
        store.reduce([.call])
        return "shadow \(mails.value - before)"
      }
    },
    VacuousProof("a locale or time zone that one side reads", finds: "de_DE: calls (shadow)") {
      let locale = LegacyRecorder<Locale>()
      locale.record(Locale(identifier: "en_US"))
      @Sendable func digits(_ locale: Locale) -> Int {
        let text = 1234.5.formatted(.number.locale(locale))
        return text.firstIndex(of: ",").map { text.distance(from: text.startIndex, to: $0) } ?? 0
      }
      let slice = calls({ state, _ in state.calls += digits(locale.values.last ?? .current) }) {
        value, _ in value += digits(Locale(identifier: "en_US"))
      }
      return try whatIsSeen(by: ParityCheck(slice) { ClinicState() }) {
        let found = try ParityCheck(slice) { ClinicState() }.firstMismatch(
          after: [.call], in: ["en_US", "de_DE"].map(Locale.init), [NSTimeZone.default]
        ) { present, _ in locale.record(present) }
        return found.map { "\($0.locale.identifier): \($0.mismatch)" } ?? "nothing"
      }
    },
    VacuousProof("an action that neither side handles", finds: "line: by call") {
      let check = ParityCheck(Clinic.line()) { ClinicState() }
      return try whatIsSeen(by: check, after: [Clinic.admit, .call]) {
        try check.run([Clinic.admit, .call]).ledger.description
      }
    },
  ]

  // MARK: Clocks, counters and ids

  private static func noise(_ slice: Slice) throws -> String {
    try ParityCheck(slice) { ClinicState() }.noise(after: [.call]).map(\.description).joined()
  }

  static let clocks = [
    VacuousProof("a clock that the new side reads", finds: "value side: after action 1 call") {
      let clock = Counter()
      return try noise(
        calls({ state, _ in state.calls += 1 }) { value, _ in
          clock.increment()
          value = clock.value
        })
    },
    VacuousProof("random numbers in a mismatch", finds: "noise") {
      let slice = calls({ state, _ in state.calls = .random(in: 1...1_000_000) }) { value, _ in
        value = .random(in: 1...1_000_000)
      }
      return try ParityCheck(slice) { ClinicState() }.run([.call]).mismatches
        .map { "\($0.verdict)" }.joined()
    },
    VacuousProof("letters of another language", finds: "tr_TR: calls (shadow)") {
      let locale = LegacyRecorder<Locale>()
      let slice = calls({ state, _ in
        let title = "i".uppercased(with: locale.values.last ?? .current)
        state.calls += title == "I" ? 1 : 2
      }) { value, _ in value += 1 }
      let found = try ParityCheck(slice) { ClinicState() }.firstMismatch(
        after: [.call], in: ["en_US", "tr_TR"].map(Locale.init), [NSTimeZone.default]
      ) { present, _ in locale.record(present) }
      return found.map { "\($0.locale.identifier): \($0.mismatch)" } ?? "nothing"
    },
  ]

  // MARK: Lists of blocks, and counts

  static let lists = [
    VacuousProof("a block that no entry lists", finds: "calls is another than with the former") {
      let line = Clinic.line()
      return try MigrationCheck(
        [.slice(line)], replacing: [Clinic.lineBlock, { $0.calls += $1 == .call ? 1 : 0 }]
      ) { ClinicState() }.run(all + [.call], announcing: { _ in }).failures.joined(separator: "\n")
    },
    VacuousProof("a block in two entries", finds: "does what line.0 does") {
      let entries: [MigrationEntry<ClinicState, ClinicAction>] = [
        .slice(Clinic.line()), .blocks([Clinic.lineBlock]),
      ]
      return try MigrationCheck(entries) { ClinicState() }
        .run(all, announcing: { _ in }).failures.joined(separator: "\n")
    },
    VacuousProof("a sample, counted as one", finds: "1 of 3 actions compared") {
      let line = Clinic.line().gate(Gate(compared: 3))
      let store = try MigrationStore(
        ClinicState(), line, at: .shadow, parity: ParityOptions(sampling: .oneIn(3)))
      store.reduce(repeatElement(Clinic.admit, count: 3))
      let skipped = store.ledger.total(of: line).skipped
      return skipped == 2 ? store.unmetDemands(of: line).joined() : "skipped \(skipped)"
    },
  ]
}
