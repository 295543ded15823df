import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A till whose slices have flags: one of two fields, and one of an enum with payloads.
final class Till: Codable {
  enum Notice: Equatable, Sendable, Codable { case printed(String), failed(code: Int), closed }
  enum Action: Sendable, Equatable { case charge(Int), print(String), acknowledge, close, call }
  typealias Slice<Value: Equatable & Sendable> = StateSlice<Till, Action, Value>

  var total = 0
  var receipt: String?
  var pin = ""
  var count = 0
  var notice: Notice?
  /// In no projection.
  var calls = 0

  struct BillingValue: Equatable, Sendable {
    var total = 0
    var receipt: Signal<String>?
  }

  /// A slice whose flag is two texts, with a block that does more when it sets them.
  static func billing(
    at paths: [String] = ["receipt", "pin"],
    also change: @escaping @Sendable (Till) -> Void = { _ in }
  ) -> Slice<BillingValue> {
    Slice(
      "billing",
      projection: Projection(
        read: { BillingValue(total: $0.total) }, write: { $0.total = $1.total }),
      legacy: [
        { till, action in
          switch action {
          case .charge(let amount): till.total += amount
          case .print(let text):
            (till.receipt, till.pin) = (text, text)
            change(till)
          case .acknowledge: (till.receipt, till.pin) = (nil, "")
          case .close, .call: break
          }
        }
      ],
      reducer: Reducer { billing, action, number in
        if case .charge(let amount) = action { billing.total += amount }
        if case .print(let text) = action { billing.receipt = Signal(text + text, at: number) }
      }
    ).signal(
      "receipt", flag: { till in till.receipt.map { $0 + till.pin } }, at: paths, value: \.receipt)
  }

  struct NoticesValue: Equatable, Sendable {
    var count = 0
    var notice: Signal<Notice>?
  }

  /// A slice whose flag is an enum with payloads.
  static func notices(
    also change: @escaping @Sendable (Till) -> Void = { _ in }
  ) -> Slice<NoticesValue> {
    @Sendable func notice(_ action: Action) -> Notice? {
      switch action {
      case .print(let text): .printed(text)
      case .charge(let amount): amount < 0 ? .failed(code: amount) : nil
      case .close: .closed
      case .acknowledge, .call: nil
      }
    }
    return Slice(
      "notices",
      projection: Projection(
        read: { NoticesValue(count: $0.count) }, write: { $0.count = $1.count }),
      legacy: [
        { till, action in
          if action == .acknowledge { till.notice = nil }
          guard let notice = notice(action) else { return }
          till.notice = notice
          till.count += 1
          change(till)
        }
      ],
      reducer: Reducer { value, action, number in
        guard let notice = notice(action) else { return }
        value.notice = Signal(notice, at: number)
        value.count += 1
      }
    ).signal("notice", flag: { $0.notice }, at: ["notice"], value: \.notice)
  }
}

extension EarnedGreenTests {
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
    #expect(totals.allSatisfy { $0.compared == count && $0.matched == count })
    #expect(totals.allSatisfy { $0.exercise.signals > count / 20 })
  }
}

extension VacuousProof {
  /// What a store finds that reduces actions with a library at a stage.
  private static func mismatches(
    at stage: Stage, after actions: [ReaderAction] = all,
    write: @escaping @Sendable (ReaderState, LibraryValue) -> Void
  ) throws -> String {
    try MigrationStore(ReaderState(), Reader.library(write: write), at: stage, after: actions)
      .mismatches.map(\.description).joined()
  }

  private static func mismatches<Value>(
    of slice: Till.Slice<Value>, at stage: Stage
  ) throws -> String {
    let actions: [Till.Action] = [.charge(5), .print("a"), .acknowledge]
    let store = try MigrationStore(Till(), slice, at: stage, after: actions)
    return store.mismatches.isEmpty ? "nothing" : store.mismatches.map(\.description).joined()
  }

  // MARK: Writes and flags

  static let writes = [Stage.shadow, .lead].flatMap { stage in
    [
      VacuousProof("write does more, at \(stage)", finds: "changed, value changed by write") {
        try mismatches(at: stage) { state, library in
          Reader.writeLibrary(state, library)
          state.badge = 9
        }
      },
      VacuousProof("write adds, at \(stage)", finds: "[projection]: after action 6 .remove") {
        try mismatches(at: stage) { state, library in
          state.folders += library.ids.map(Folder.init)
          state.selected = library.selectedID.flatMap { state[$0] }
        }
      },
      VacuousProof("write sorts, at \(stage)", finds: "[projection]: after action 3 .select") {
        try mismatches(at: stage, after: [.add(2), .add(1), .select(2)]) { state, library in
          Reader.writeLibrary(state, library)
          state.folders.sort { $0.id < $1.id }
        }
      },
      VacuousProof("a field beside a flag of two, at \(stage)", finds: "at calls: legacy changed") {
        try mismatches(of: Till.billing { $0.calls += 1 }, at: stage)
      },
      VacuousProof("a flag of two fields, at \(stage)", finds: "nothing") {
        try mismatches(of: Till.billing(), at: stage)
      },
      VacuousProof("a path of a flag with a typo, at \(stage)", finds: "at receipt: ") {
        try mismatches(of: Till.billing(at: ["reciept", "pin"]), at: stage)
      },
      VacuousProof("one of two paths of a flag, at \(stage)", finds: "at pin: legacy changed") {
        try mismatches(of: Till.billing(at: ["receipt"]), at: stage)
      },
      VacuousProof("a field beside a flag of an enum, at \(stage)", finds: "at calls: legacy") {
        try mismatches(of: Till.notices { $0.calls += 1 }, at: stage)
      },
    ]
  }
}
