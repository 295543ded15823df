import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import ValueRedux

/// A model whose states can be counted by hand.
///
/// Unlocked, the lamp is on or off at each of three levels: six states. It can be locked when it is on
/// at the highest level, and is then on at each level: three more.
final class Lamp: Codable {
  var isOn = false
  var level = 0
  var isLocked = false
  /// Counts the actions; no two states have the same number.
  var actions = 0
  /// What a copy does not keep.
  var warmth = 0

  private enum CodingKeys: String, CodingKey { case isOn, level, isLocked, actions }

  static let levels = [1, 1, 1, 2, 2, 1, 1]
}

enum LampAction: String, CaseIterable, Codable, Sendable {
  case toggle, up, down, lock

  static let shortestToLock: [LampAction] = [.toggle, .up, .up, .lock]
}

struct LampValue: Equatable, Sendable, Codable {
  var isOn = false
  var level = 0
  var isLocked = false
}

/// The lamp on both sides, with what a test changes about it.
struct LampParts: Sendable {
  var alsoReduce: @Sendable (Lamp, LampAction) -> Void = { _, _ in }
  var alsoChange: @Sendable (inout LampValue, LampAction) -> Void = { _, _ in }

  static let projection = Projection<Lamp, LampValue>(
    read: { LampValue(isOn: $0.isOn, level: $0.level, isLocked: $0.isLocked) },
    write: { ($0.isOn, $0.level, $0.isLocked) = ($1.isOn, $1.level, $1.isLocked) })

  static let reduce: @Sendable (inout LampValue, LampAction) -> Void = { lamp, action in
    switch action {
    case .toggle: if !lamp.isLocked { lamp.isOn.toggle() }
    case .up: if lamp.isOn, !lamp.isLocked, lamp.level < 2 { lamp.level += 1 }
    case .down: if lamp.isOn, lamp.level > 0 { lamp.level -= 1 }
    case .lock: if lamp.isOn, lamp.level == 2 { lamp.isLocked = true }
    }
  }

  var block: ReduceBlock<Lamp, LampAction> {
    { [alsoReduce] lamp, action in
      var value = Self.projection.read(lamp)
      Self.reduce(&value, action)
      Self.projection.write(lamp, value)
      alsoReduce(lamp, action)
    }
  }

  var slice: StateSlice<Lamp, LampAction, LampValue> {
    StateSlice(
      "lamp", projection: Self.projection, legacy: [block],
      reducer: Reducer { [alsoChange] value, action in
        Self.reduce(&value, action)
        alsoChange(&value, action)
      })
  }

  var check: ParityCheck<Lamp, LampAction> { ParityCheck([.slice(slice)]) { Lamp() } }
}
