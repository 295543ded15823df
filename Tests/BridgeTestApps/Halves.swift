import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import ValueRedux

/// A state of two parts, each with a slice for its count, and places that no slice has.
enum Halves {
  final class Part: Codable {
    var count = 0
    var extra = 0
  }

  final class Whole: Codable {
    var left = Part()
    var right = Part()
    var loose = 0

    /// A cache that is not encoded.
    var cache = 0

    private enum CodingKeys: CodingKey {
      case left, right, loose
    }
  }

  enum Act: Sendable { case left, right, both }

  typealias Block = ReduceBlock<Whole, Act>
  typealias Slice = StateSlice<Whole, Act, Int>

  static let moveLeft: Block = { if $1 != .right { $0.left.count += 1 } }
  static let moveRight: Block = { if $1 != .left { $0.right.count += 1 } }

  static func left(_ blocks: [Block] = [moveLeft]) -> Slice {
    Slice(
      "left", projection: Projection(\Whole.left.count), legacy: blocks,
      reducer: Reducer { count, action in if action != .right { count += 1 } })
  }

  static func right(_ blocks: [Block] = [moveRight]) -> Slice {
    Slice(
      "right", projection: Projection(\Whole.right.count), legacy: blocks,
      reducer: Reducer { count, action in if action != .left { count += 1 } })
  }

  /// A slice of two states, which each action changes, with what its block does besides.
  static func toggle(_ more: @escaping @Sendable (Whole, Act) -> Void = { _, _ in }) -> Slice {
    Slice(
      "left", projection: Projection(\Whole.left.count),
      legacy: [
        { state, action in
          state.left.count = 1 - state.left.count
          more(state, action)
        }
      ], reducer: Reducer { count, _ in count = 1 - count })
  }

  static func check(_ slices: Slice...) -> ParityCheck<Whole, Act> {
    ParityCheck(slices.map { .slice($0) }) { Whole() }
  }
}
