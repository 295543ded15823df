import ValueRedux

/// The blocks of a running store that write to slices of others.
///
/// A write of other code is found when the slice is compared next, and then nothing says whose it was. From
/// then on each block runs between two readings of the slice, so that the next write has a name.
///
/// Confined to the executor of the store. `@unchecked Sendable` because of that, and because `onSearch` is set
/// before the first action.
package final class ForeignWriters<State>: @unchecked Sendable {
  /// When each block was last seen to write to a slice, by the name of the slice and that of the block.
  private var writes: [String: [String: ActionNumber]] = [:]
  /// The slices to which other code wrote.
  private var victims: [FootprintSlice<State>] = []
  private(set) var isSearching = false
  private let slices: [FootprintSlice<State>]
  /// The number of the action that is being reduced.
  private let number: ValueBox<ActionNumber>
  /// Runs when there is a new victim, so that the blocks must be composed again.
  var onSearch: @Sendable () -> Void = {}

  init(_ slices: [FootprintSlice<State>], at number: ValueBox<ActionNumber>) {
    (self.slices, self.number) = (slices, number)
  }

  /// Notes that a block writes to a slice with the present action.
  func note(_ block: String, to slice: String) {
    writes[slice, default: [:]][block] = number.value
    search(slice)
  }

  /// Names the blocks that wrote to a slice with this action or the one before it, in what was found of the
  /// slice and no rule explains.
  func name(
    _ found: inout [FoundDifference], of slice: String, allowing rules: [DifferenceRule],
    after type: String
  ) {
    for index in found.indices where found[index].subject == .foreignWrite {
      let path = found[index].path
      if rules.contains(where: { $0.covers(.foreignWrite, at: path, after: type) }) { continue }
      let blocks = writes[slice]?.filter { $0.value.rawValue + 1 >= number.value.rawValue }
      found[index].block = blocks?.sortedKeys.joined(separator: ", ")
      search(slice)
    }
  }

  private func search(_ slice: String) {
    guard !victims.contains(where: { $0.name == slice }) else { return }
    victims += slices.filter { $0.name == slice }
    isSearching = true
    onSearch()
  }

  /// Reads the victims before the blocks of a slice, and returns what finds the writes of each after it ran.
  func reading(_ state: State, before owner: String) -> (_ block: Int, State) -> Void {
    var values = victims.filter { $0.name != owner }.map { ($0, $0.read(state)) }
    return { [self] block, state in
      for (index, (victim, former)) in values.enumerated() {
        values[index].1 = victim.read(state)
        guard !victim.areEqual(former, values[index].1) else { continue }
        note("\(owner).\(block)", to: victim.name)
      }
    }
  }
}
