import ObjectGraph
import ReferenceRedux
import ValueReflection

/// Finds what the blocks of slices at `shadow` and `lead` write outside of them, in a running store, and
/// whether their projections write what the blocks do.
///
/// A check costs two copies of the whole state and a comparison, more if something is found. Therefore it
/// takes place on the first compared action of each type, and then on one in
/// ``ParityOptions/footprintInterval`` of them, as the recorder decides.
///
/// Confined to the executor of the store.
package final class FootprintProbe<State: AnyObject, Action: Sendable> {
  /// Makes the probe of a store; nil if there is nothing to check.
  package typealias Maker = (
    [FootprintSlice<State>], ParityRecorder<Action>, ForeignWriters<State>
  ) -> FootprintProbe?

  private let writes: FootprintWrites<State>
  private let recorder: ParityRecorder<Action>
  private let writers: ForeignWriters<State>
  /// Whether values may be written to copies, whose observers would post.
  private let writesCopies: Bool

  /// Makes a probe; nil if there is nothing to check.
  init?(
    _ slices: [FootprintSlice<State>], _ recorder: ParityRecorder<Action>,
    _ writers: ForeignWriters<State>, writesCopies: Bool = true
  ) where State: Codable {
    guard recorder.options.footprintInterval > 0, !slices.isEmpty else { return nil }
    writes = FootprintWrites(slices)
    (self.recorder, self.writers, self.writesCopies) = (recorder, writers, writesCopies)
  }

  /// Copies of the state before the blocks of a slice, and between them.
  final class Sample {
    fileprivate var states: [State]
    /// The number of blocks whose writes can be distinguished.
    fileprivate let blocks: Int
    /// Where copies of the slices have other values.
    fileprivate let losses: [(slice: Int, places: [[String]])]

    private let copy: (State) throws -> State

    fileprivate init(
      _ before: State, _ blocks: Int, of writes: FootprintWrites<State>, _ state: State
    ) {
      (states, self.blocks, copy) = ([before], blocks, writes.copy)
      losses = writes.losses(of: before, from: state)
    }

    func note(_ state: State, after block: Int) {
      if block + 1 < blocks, let copy = try? copy(state) { states.append(copy) }
    }
  }

  /// Begins before the blocks of a slice; nil if the state cannot be copied, which the ledger then says.
  func begin(_ state: State, of slice: String, blocks: Int) -> Sample? {
    do {
      return Sample(try writes.copy(state), blocks, of: writes, state)
    } catch {
      noteUncopied(error, of: slice)
      return nil
    }
  }

  /// Says in the ledger that a slice was not checked; the type of the error alone, since it may hold a value.
  private func noteUncopied(_ error: any Error, of slice: String) {
    let reason = "the state cannot be copied: \(SourceText.typeName(type(of: error)))"
    recorder.book.withLock { _ = $0.ledger[slice].footprint.findings.insert(reason) }
  }

  /// Finds what the blocks of a slice wrote outside of it.
  func end(
    _ sample: Sample, of slice: String, _ state: State, after type: String
  ) -> [FoundDifference] {
    guard let owner = writes.slices.firstIndex(where: { $0.name == slice }) else { return [] }
    guard sample.losses.isEmpty else {
      return sample.losses.filter { $0.slice == owner }.flatMap(\.places).map {
        FoundDifference(
          .projection, at: $0.joined(separator: "."), legacy: "read",
          value: "not encoded: a copy of the state loses it")
      }
    }
    let before = sample.states[0]
    let found: [FootprintWrite]
    do {
      found =
        try writesCopies
        ? writes.outside(
          of: owner, writes.paths(before, state), from: before, to: state, after: type)
        : writes.visible(outside: owner, from: before, to: state, after: type)
    } catch {
      noteUncopied(error, of: slice)
      return []
    }
    recorder.book.withLock { $0.ledger[slice].footprint.count += 1 }
    return found.map { write in
      let (subject, legacy, value): (Mismatch.Subject, String, String) =
        switch write.kind {
        case .write: (.outsideWrite, "changed", "part of \(write.other ?? "another slice")")
        case .uncovered, .aliasing: (.outsideWrite, "changed", "in no projection")
        case .unread: (.projection, "as the blocks leave it", "another after write and read")
        case .unasked: (.projection, "unchanged", "changed by write")
        }
      let block =
        subject == .outsideWrite
        ? block(at: write.path, sample, state).map { "\(slice).\($0)" } : nil
      if let block, let other = write.other, write.kind == .write { writers.note(block, to: other) }
      return FoundDifference(subject, at: write.path, by: block, legacy: legacy, value: value)
    }
  }

  /// The last block that changed a place, if the sample distinguishes the blocks.
  private func block(at path: String, _ sample: Sample, _ state: State) -> Int? {
    guard sample.states.count == sample.blocks else { return nil }
    let states = sample.states + [state]
    return sample.states.indices.last { index in
      let changes = try? writes.paths(states[index], states[index + 1])
      return changes?.contains { pathsOverlap($0.path, path) } == true
    }
  }
}
