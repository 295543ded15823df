import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The smallest state whose events can be counted, as a value and as an object.
protocol Tallying: SendableMetatype {
  var number: Int { get }
  var renames: Int { get }
}

struct TallyValue: Tallying, Equatable, Sendable {
  var number = 0
  var renames = 0

  init(number: Int = 0, renames: Int = 0) {
    (self.number, self.renames) = (number, renames)
  }

  init(_ object: TallyObject) {
    self.init(number: object.number, renames: object.renames)
  }
}

final class TallyObject: Tallying, Codable {
  var number = 0
  var renames = 0

  init(_ value: TallyValue = TallyValue()) {
    (number, renames) = (value.number, value.renames)
  }
}

enum TallyAction: Sendable, Equatable {
  case add(Int), rename, addAndRename, nothing
}

enum Tally {
  @Sendable static func reduce(_ value: inout TallyValue, _ action: TallyAction) {
    switch action {
    case .add(let amount): value.number += amount
    case .rename: value.renames += 1
    case .addAndRename:
      value.number += 1
      value.renames += 1
    case .nothing: break
    }
  }

  static let block: ReduceBlock<TallyObject, TallyAction> = { state, action in
    var value = TallyValue(state)
    reduce(&value, action)
    (state.number, state.renames) = (value.number, value.renames)
  }

  static let slice = StateSlice(
    "tally",
    projection: Projection<TallyObject, TallyValue>(
      read: { TallyValue($0) },
      write: { ($0.number, $0.renames) = ($1.number, $1.renames) },
      clear: { ($0.number, $0.renames) = (0, 0) }),
    legacy: [block], reducer: Reducer(reduce))

  @MainActor static func valueStore() -> ValueStore<TallyValue, TallyAction> {
    ValueStore(initialState: TallyValue(), reducer: Reducer(reduce))
  }

  static func migrationStore() -> MigrationStore<TallyObject, TallyAction> {
    MigrationStore(state: TallyObject(), entries: [.slice(slice)])
  }
}
