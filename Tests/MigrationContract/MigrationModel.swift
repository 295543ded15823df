package import Foundation
package import ReduxBridge
package import ReferenceRedux
package import StoreContract
package import ValueRedux

/// The state of every migration under test.
package final class ContractState: Codable {
  /// The slice `numbers`.
  package var numbers: [Int] = [] { didSet { posts?.record("numbers \(numbers.count)") } }
  /// The flag of the signal of that slice.
  package var alert: ContractAlert?
  /// The slice `total`, which reads `numbers`.
  package var total = 0 { didSet { posts?.record("total \(total)") } }
  /// A part of no slice.
  package var loose = 0

  /// The posts of the model, as the `didSet` of an app does; no part of a copy.
  package var posts: LegacyRecorder<String>?

  private enum CodingKeys: CodingKey { case numbers, alert, total, loose }

  package init() {}
}

package enum ContractAlert: String, Codable, Sendable { case saved, failed }

/// The value of the slice `numbers`.
package struct NumbersValue: Equatable, Codable, Sendable {
  package var numbers: [Int] = []
  package var alert: Signal<ContractAlert>?

  private enum CodingKeys: CodingKey { case numbers }
}

package struct ContractValue: Equatable, Sendable {
  package var numbers: NumbersValue
  package var total: Int
}

package enum ContractAction: Codable, Sendable {
  /// Appends a number, and adds the count of numbers to the total.
  case add(Int)
  /// Appends a number on the old side, and the negative one on the new side.
  case twist(Int)
  /// Raises an event; on the old side, a flag that is set stays as it is.
  case raise(ContractAlert)
  case dismiss
  /// Writes outside of the slice on the old side.
  case meddle
  case nothing
  /// Runs a closure in an unclaimed block.
  case run(ContractWork)
}

/// The code that an action runs; no part of a recording.
package struct ContractWork: Codable, Sendable {
  var body: @Sendable () -> Void = {}

  private enum CodingKeys: CodingKey {}
}

package typealias ContractSlice<Value: Equatable & Sendable> =
  StateSlice<ContractState, ContractAction, Value>

/// The parts of a migration; a claim changes those that it is about.
package struct MigrationParts: Sendable {
  package var gate = Gate.open
  package var rules: [DifferenceRule] = []
  /// The name of the first slice.
  package var name = "numbers"
  /// Whether the objects of `numbers` may be cleared when it migrates.
  package var isCleared = false
  package var write: @Sendable (ContractState, NumbersValue) -> Void = { state, value in
    if state.numbers != value.numbers { state.numbers = value.numbers }
  }
  package var parity = ParityOptions<ContractAction>()
  /// Whether a main store writes to no copies.
  package var copiesPost = false
  package var evidence: [ParityLedger] = []
  package var configuration = StoreConfiguration()
  /// The file of the state to begin with.
  package var saved: Data?
  /// The effects of `numbers` that were performed: the number that was appended.
  package let performed = LegacyRecorder<Int>()
  package let posts = LegacyRecorder<String>()

  package init() {}

  package func makeState() throws -> sending ContractState {
    let state =
      try saved.map { try JSONDecoder().decode(SavedState<ContractState>.self, from: $0).state }
      ?? ContractState()
    state.posts = posts
    return state
  }

  package var numbers: ContractSlice<NumbersValue> {
    let slice = ContractSlice<NumbersValue>(
      name,
      projection: Projection(
        read: { NumbersValue(numbers: $0.numbers) }, write: write,
        clear: { ($0.numbers, $0.alert) = ([-1], nil) }),
      legacy: [Self.numbersBlock], reducer: Reducer(numbered: Self.reduceNumbers)
    ).signal("alert", flag: { $0.alert }, at: ["alert"], value: \.alert).gate(gate).effects(
      SliceEffects(
        legacy: { Self.appended($1, $0.numbers) }, value: { Self.appended($1, $0.numbers) },
        perform: { [performed] number in performed.record(number) }))
    let ruled = rules.reduce(slice) { $0.allowing($1) }
    return isCleared ? ruled.withoutLegacyReaders() : ruled
  }

  package var total: ContractSlice<Int> {
    ContractSlice<Int>(
      "total", reading: numbers,
      projection: Projection(read: { $0.total }) { if $0.total != $1 { $0.total = $1 } },
      legacy: [{ state, action in if case .add = action { state.total += state.numbers.count } }],
      reducer: ReadingReducer { total, numbers, action in
        if case .add = action { total += numbers.numbers.count }
      })
  }

  package var entries: [MigrationEntry<ContractState, ContractAction>] {
    let slices: [MigrationEntry<ContractState, ContractAction>] = [.slice(numbers), .slice(total)]
    let run: ReduceBlock<ContractState, ContractAction> = {
      if case .run(let work) = $1 { work.body() }
    }
    // An object that lags behind is brought up to date by a block behind, or by a reader.
    return isCleared ? [.blocks([run])] + slices : slices + [.blocks([run])]
  }

  package var assemble: @Sendable (SliceValues<ContractState, ContractAction>) -> ContractValue {
    { ContractValue(numbers: $0[numbers], total: $0[total]) }
  }

  /// The reducer that takes over from the migration.
  static let reducer = Reducer<ContractValue, ContractAction>(numbered: { value, action, number in
    reduceNumbers(&value.numbers, action, number)
    if case .add = action { value.total += value.numbers.numbers.count }
  })

  private static func appended(_ action: ContractAction, _ numbers: [Int]) -> [Int] {
    switch action {
    case .add, .twist: Array(numbers.suffix(1))
    default: []
    }
  }

  private static let numbersBlock: ReduceBlock<ContractState, ContractAction> = { state, action in
    switch action {
    case .add(let number), .twist(let number): state.numbers.append(number)
    case .raise(let alert): state.alert = state.alert ?? alert
    case .dismiss: state.alert = nil
    case .meddle: state.loose += 1
    case .nothing, .run: break
    }
  }

  @Sendable private static func reduceNumbers(
    _ value: inout NumbersValue, _ action: ContractAction, _ number: ActionNumber
  ) {
    switch action {
    case .add(let number): value.numbers.append(number)
    case .twist(let number): value.numbers.append(-number)
    case .raise(let alert): value.alert = Signal(alert, at: number)
    case .dismiss: value.alert = nil
    case .meddle, .nothing, .run: break
    }
  }
}

extension Stage {
  /// The number that `ContractAction.twist` appends at this stage.
  func answer(_ number: Int) -> Int { control == .legacy ? number : -number }

  var compares: Bool { self == .shadow || self == .lead }
}
