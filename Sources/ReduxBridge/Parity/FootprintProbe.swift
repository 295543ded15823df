import ObjectGraph
import ReferenceRedux

/// Finds what the blocks of slices at `shadow` write outside of them, in a running store.
///
/// A check costs a copy of the whole state and a comparison. Therefore it takes place on the first
/// compared action of each type, and then on one in ``ParityOptions/footprintInterval`` of them.
///
/// Confined to the executor of the store.
final class FootprintProbe<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  private var writes: FootprintWrites<State>
  private var sampler: Sampler
  private let recorder: ParityRecorder<Action>

  /// Makes a probe; nil if there is nothing to check.
  init?(_ slices: [FootprintSlice<State>], _ recorder: ParityRecorder<Action>) {
    let interval = recorder.options.footprintInterval
    guard interval > 0, !slices.isEmpty else { return nil }
    writes = FootprintWrites(slices)
    sampler = Sampler(interval: interval)
    self.recorder = recorder
  }

  /// Decides whether to check an action that is compared, the same for all slices.
  ///
  /// - Returns: A copy of the state before the blocks; nil if the action is not checked.
  func begin(_ action: Action, _ index: Int, _ state: State) -> State? {
    let isTaken =
      sampler.decision(on: index)
      ?? sampler.takes(index, type: recorder.type(of: action, index))
    // A state that cannot be copied is found where the app reads it.
    return isTaken ? try? Graph.copy(state) : nil
  }

  /// Finds what the blocks of a slice wrote outside of it.
  func end(_ slice: String, since before: State, _ state: State) -> [Mismatch.Difference] {
    guard let owner = writes.slices.firstIndex(where: { $0.name == slice }) else {
      return []
    }
    recorder.noteFootprint(of: slice)
    guard let changes = try? writes.paths(from: before, to: state), !changes.isEmpty,
      let found = try? writes.outside(of: owner, changes, from: before, to: state)
    else { return [] }
    return found.map { write in
      Mismatch.Difference(
        subject: .outsideWrite, path: write.path, legacy: "changed",
        value: write.kind == .write
          ? "part of \(write.other ?? "another slice")" : "in no projection")
    }
  }
}

/// The value of a slice after its latest compared action.
///
/// The value before the next action is compared with it, at first each time and later now and then,
/// because it costs a comparison more.
struct ValueAtRest<Value> {
  private var latest: (value: Value, index: Int)?
  private var notes = 0

  /// Keeps the value after an action.
  mutating func note(_ value: Value, at index: Int) {
    notes += 1
    latest = notes <= 256 || notes % 16 == 0 ? (value, index) : nil
  }

  /// The value after the action before this one; nil if it is unknown.
  func value(before index: Int) -> Value? {
    latest.flatMap { $0.index == index - 1 ? $0.value : nil }
  }
}
