/// A value state with a list of plain numbers, the shape that the peers were measured with.
struct Board: Equatable, Sendable {
  var ticks = 0
  var title = "A title that does not fit into the string itself"
  var numbers: [Int]

  init(_ count: Int) { numbers = Array(0..<count) }
}

/// What happens to it.
enum BoardAction: Sendable {
  /// Changes a number beside the list.
  case tick
  /// Changes one element of the list.
  case bump(Int)
}

extension BoardAction {
  static let reduce: @Sendable (inout Board, BoardAction) -> Void = { state, action in
    switch action {
    case .tick: state.ticks += 1
    case .bump(let index): state.numbers[index] += 1
    }
  }
}
