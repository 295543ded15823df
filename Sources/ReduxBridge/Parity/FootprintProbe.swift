import ObjectGraph
import ReferenceRedux

/// Finds what the blocks of slices at `shadow` and `lead` write outside of them, in a running store, and
/// whether their projections write what the blocks do.
///
/// A check costs a copy of the whole state and a comparison. Therefore it takes place on the first
/// compared action of each type, and then on one in ``ParityOptions/footprintInterval`` of them, as the
/// recorder decides.
///
/// Confined to the executor of the store.
final class FootprintProbe<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  private let writes: FootprintWrites<State>
  private let recorder: ParityRecorder<Action>

  /// Makes a probe; nil if there is nothing to check.
  init?(_ slices: [FootprintSlice<State>], _ recorder: ParityRecorder<Action>) {
    guard recorder.options.footprintInterval > 0, !slices.isEmpty else { return nil }
    writes = FootprintWrites(slices)
    self.recorder = recorder
  }

  /// Returns a copy of the state before the blocks.
  func begin(_ state: State) -> State? {
    // A state that cannot be copied is found where the app reads it.
    try? Graph.copy(state)
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
      let (subject, legacy, value): (Mismatch.Subject, String, String) =
        switch write.kind {
        case .write: (.outsideWrite, "changed", "part of \(write.other ?? "another slice")")
        case .uncovered, .aliasing: (.outsideWrite, "changed", "in no projection")
        case .unread: (.projection, "as the blocks leave it", "another after write and read")
        case .unasked: (.projection, "unchanged", "changed by write")
        }
      return Mismatch.Difference(
        subject: subject, path: write.path, legacy: legacy, value: value)
    }
  }
}
