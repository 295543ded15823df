import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

private final class Meter: Codable {
  var reading = 0 { didSet { observer?() } }
  var observer: (@Sendable () -> Void)?

  private enum CodingKeys: String, CodingKey { case reading }
}

extension VacuousProof {
  /// A slice of one number, with the two sides given.
  private static func badge(
    _ block: @escaping ReduceBlock<KeyringState, KeyringAction>,
    _ reduce: @escaping @Sendable (inout Int, KeyringAction) -> Void
  ) -> StateSlice<KeyringState, KeyringAction, Int> {
    StateSlice(
      "badge", projection: Projection(\.launches), legacy: [block], reducer: Reducer(reduce))
  }

  /// The text of another tool where a comparison of both sides finds nothing.
  private static func whatIsSeen(
    by check: ParityCheck<KeyringState, KeyringAction>, after actions: [KeyringAction] = [.launch],
    _ tool: () throws -> String
  ) throws -> String {
    let found = try check.findings(after: actions).filter(\.isComparison)
    return try found.first.map { "a comparison sees it: \($0)" } ?? tool()
  }

  // MARK: Differences that no comparison sees, line by line as in GreenButWrong

  static let unseen = [
    VacuousProof("an object that `write` replaces, and a screen keeps", finds: "another object") {
      try whatIsSeen(by: Keyring.check(), after: all) {
        let state = KeyringState()
        let kept = KeyObject(id: 1, site: "a", password: "b")
        state.logins = [kept]
        Keyring.projection.write(state, Keyring.projection.read(state))
        return state.logins[0] === kept ? "the same object" : "another object"
      }
    },
    VacuousProof(
      "an observer (`didSet`) that the new side does not have", finds: "legacy 1, migrated 0"
    ) {
      let slice = StateSlice<Meter, Int, Int>(
        "meter",
        projection: Projection(
          read: { $0.reading }, write: { if $0.reading != $1 { $0.reading = $1 } }),
        legacy: [{ $0.reading += $1 }], reducer: Reducer { $0 += $1 })
      let mismatch = try ParityCheck([.slice(slice)]) { Meter() }.findings(after: [1]).first
      let counts = try [Stage.legacy, .migrated].map { stage in
        let (meter, calls) = (Meter(), Counter())
        meter.observer = { calls.increment() }
        let store = MigrationStore(state: meter, entries: [.slice(slice)])
        try store.setStage(stage, of: slice, overridingGateBecause: "a test")
        store.reduce([1])
        return "\(stage) \(calls.value)"
      }
      return mismatch?.description ?? counts.joined(separator: ", ")
    },
    VacuousProof("memory that grows on both sides", finds: "always hold: the list is short") {
      let check = Keyring.check()
      return try whatIsSeen(by: check, after: all) {
        try check.always("the list is short") { $0.logins.count < 4 }
          .run(.everyState(of: (1...4).map { .add($0) }, depth: 6)).failures.joined()
      }
    },
    VacuousProof("a clock that both sides read", finds: "the whole of the value side is ") {
      // Both read it in the same hour.
      let reads = Counter()
      @Sendable func hour() -> Int {
        reads.increment()
        return reads.value / 4
      }
      let slice = badge({ $0.launches = $1 == .launch ? 1 + hour() : 0 }) {
        $0 = $1 == .launch ? 1 + hour() : 0
      }
      let check = Keyring.check([.slice(slice)])
      return try whatIsSeen(by: check) {
        try check.run(.list([.launch]), effort: .full).failures.joined()
      }
    },
    VacuousProof("an effect that both sides perform themselves", finds: "shadow 2") {
      let mails = Counter()
      let slice = badge({ state, _ in
        mails.increment()
        state.launches += 1
      }) { value, _ in
        mails.increment()
        value += 1
      }
      return try whatIsSeen(by: Keyring.check([.slice(slice)])) {
        let store = try MigrationStore(KeyringState(), slice, at: .shadow)
        let before = mails.value
        store.reduce([.launch])
        return "shadow \(mails.value - before)"
      }
    },
    VacuousProof("a locale or time zone that one side reads", finds: "de_DE, ") {
      let locale = LegacyRecorder<Locale>()
      locale.record(Locale(identifier: "en_US"))
      @Sendable func digits(_ locale: Locale) -> Int {
        let text = 1234.5.formatted(.number.locale(locale))
        return text.firstIndex(of: ",").map { text.distance(from: text.startIndex, to: $0) } ?? 0
      }
      let slice = badge({ state, _ in state.launches += digits(locale.values.last ?? .current) }) {
        value, _ in value += digits(Locale(identifier: "en_US"))
      }
      let check = Keyring.check([.slice(slice)])
      return try whatIsSeen(by: check) {
        try check.under(["en_US", "de_DE"].map(Locale.init), [NSTimeZone.default]) { present, _ in
          locale.record(present)
        }.run(.list([.launch])).description
      }
    },
    VacuousProof(
      "a post or a callback of a later turn, which the code of a slice begins (`Task`, `async`)",
      finds: "legacy 1, migrated 0"
    ) {
      let turns = LegacyRecorder<Int>()
      let slice = badge({ state, _ in
        state.launches += 1
        turns.record(1)
      }) { value, _ in value += 1 }
      return try whatIsSeen(by: Keyring.check([.slice(slice)])) {
        try [Stage.legacy, .migrated].map { stage in
          let before = turns.values.count
          let store = MigrationStore(state: KeyringState(), entries: [.slice(slice)])
          try store.setStage(stage, of: slice, overridingGateBecause: "a test")
          store.reduce([.launch])
          return "\(stage) \(turns.values.count - before)"
        }.joined(separator: ", ")
      }
    },
    VacuousProof(
      "a value that a reducer keeps outside of the state, in a static or a captured object",
      finds: "of the value side is "
    ) {
      let kept = Counter()
      let slice = badge({ state, _ in state.launches += 1 }) { value, _ in
        kept.increment()
        value = kept.value
      }
      let check = Keyring.check([.slice(slice)])
      return try whatIsSeen(by: check) {
        try check.run(.list([.launch]), effort: .full).failures.joined()
      }
    },
    VacuousProof(
      "a rare write of a block to unclaimed state, after none of the sampled actions",
      finds: "block badge.0 writes to it, after launch"
    ) {
      let slice = badge({ state, action in
        if action == .launch { state.selected = 1 }
        state.launches += 1
      }) { value, _ in value += 1 }
      return try whatIsSeen(by: Keyring.check([.slice(slice)])) {
        try Keyring.check([.slice(slice)]).run(.list([.launch])).failures.joined()
      }
    },
    VacuousProof("an action that neither side handles", finds: "logins: by launch") {
      let check = Keyring.check()
      return try whatIsSeen(by: check, after: [.add(1), .launch]) {
        try check.run(.list([.add(1), .launch])).ledger.description
      }
    },
  ]
}
