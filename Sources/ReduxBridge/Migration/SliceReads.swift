public import ReferenceRedux
public import ValueRedux

// A slice whose reducer reads the values of other slices.
extension StateSlice {
  /// Describes a slice whose reducer reads another slice.
  ///
  /// ```swift
  /// static let detail = StateSlice(
  ///   "detail", reading: AppSlices.settings, projection: Detail.projection,
  ///   legacy: [AppReducers.detail], reducer: Detail.reducer)
  /// ```
  ///
  /// The reducer receives the value of the other slice, and cannot change this value. The projection of this slice does
  /// not include the value of the other slice. While the other slice is at ``Stage/legacy`` or ``Stage/shadow``, its
  /// value comes from the objects; at later stages, from the reducer of the other slice. The order of the entries
  /// matters: if the other slice is earlier in the list, the reducer receives the other slice's value after the action,
  /// else the value before the action. After the migration, the reducers give the same results if you scope them by
  /// `scoped(to:reading:)` and combine them in the order of the entries.
  ///
  /// A slice may read a slice that itself reads a third slice. A ``MigrationStore`` ends the process if slices read
  /// each other in a cycle, or if a slice reads a slice that is not in the store's entries. Until the other slice is at
  /// ``Stage/lead``, the reducer reads each signal of the other slice as nil.
  ///
  /// - Parameters:
  ///   - name: The name of the slice; unique in its store.
  ///   - read: The slice that the reducer reads. The expression is evaluated later, when you create a store.
  ///   - projection: How the slice's part of the class state maps to a value and back.
  ///   - legacy: The old side: reduce blocks, in the order in which the store ran them before the migration.
  ///   - reducer: The new side: a reducer of the value.
  /// - Complexity: To get the value of the other slice, each run of this slice's reducer costs one `read` of the other
  ///   slice's projection while the other slice is at ``Stage/legacy`` or ``Stage/shadow``, and O(1) at later stages.
  @inlinable
  public init<Read>(
    _ name: String,
    reading read: @autoclosure @escaping @Sendable () -> StateSlice<State, Action, Read>,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: ReadingReducer<Value, Read, Action>
  ) {
    self.init(
      name, projection: projection, legacy: legacy, reads: { [read().listed] },
      makeKernel: { SliceKernel(reducer, reading: $0.source(of: read())) })
  }

  /// Describes a slice whose reducer reads two other slices: the reducer receives a tuple of their values, in order.
  ///
  /// See `init(_:reading:projection:legacy:reducer:)` for all other details.
  @inlinable
  public init<First, Second>(
    _ name: String,
    reading first: @autoclosure @escaping @Sendable () -> StateSlice<State, Action, First>,
    _ second: @autoclosure @escaping @Sendable () -> StateSlice<State, Action, Second>,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: ReadingReducer<Value, (First, Second), Action>
  ) {
    self.init(
      name, projection: projection, legacy: legacy,
      reads: { [first().listed, second().listed] },
      makeKernel: { store in
        let (first, second) = (store.source(of: first()), store.source(of: second()))
        return SliceKernel(reducer, reading: { (first($0), second($0)) })
      })
  }

  /// Returns this slice with your assurance that no old code reads its objects, except the blocks of this slice and of
  /// slices that name it in `reading`.
  ///
  /// By default, every block of the store may read the objects of every slice. The store therefore keeps the objects of
  /// a migrated slice up to date, and runs the projection's `clear` only if all blocks belong to migrated slices. With
  /// this assurance, the store runs `clear` as soon as this slice and all slices that read it are migrated, and then no
  /// longer writes to these objects. Snapshots are still complete, but `read` of the store lends cleared objects.
  ///
  /// - Returns: A copy of this slice with this assurance.
  public func withoutLegacyReaders() -> StateSlice {
    with { $0.hasLegacyReaders = false }
  }

  /// This slice, independent of the type of its value.
  @usableFromInline package var listed: ListedSlice<State, Action> {
    ListedSlice(
      name: name, gate: gate, legacy: legacy, footprint: footprint, valueType: Value.self,
      reads: reads, makeRuntime: { SliceRuntime(self, $0, in: $1) })
  }
}

/// A slice in a list of entries, independent of the type of its value.
///
/// A class, since a store refers to what its entries hold, and a copy would take 250 bytes of each slice.
@usableFromInline
package final class ListedSlice<State: AnyObject, Action: Sendable>: Sendable {
  package let name: String
  let gate: Gate
  package let legacy: [ReduceBlock<State, Action>]
  package let footprint: FootprintSlice<State>
  let valueType: Any.Type

  /// The slices that its reducer reads, in the order of the declaration.
  ///
  /// A function, since slices are globals that may refer to each other while they are initialized.
  package let reads: @Sendable () -> [ListedSlice]

  typealias MakeRuntime =
    @Sendable (ListedSlice, SliceSurroundings<State, Action>) -> any SliceRunning<State, Action>

  let makeRuntime: MakeRuntime

  init(
    name: String, gate: Gate, legacy: [ReduceBlock<State, Action>],
    footprint: FootprintSlice<State>, valueType: Any.Type,
    reads: @escaping @Sendable () -> [ListedSlice], makeRuntime: @escaping MakeRuntime
  ) {
    (self.name, self.gate, self.legacy, self.footprint) = (name, gate, legacy, footprint)
    (self.valueType, self.reads, self.makeRuntime) = (valueType, reads, makeRuntime)
  }

  /// All slices that this one reads, directly or through others, each behind those that it reads.
  package var allReads: [ListedSlice] {
    var found: [ListedSlice] = []
    var visited: Set = [name]
    func visit(_ slice: ListedSlice) {
      for read in slice.reads() where visited.insert(read.name).inserted {
        visit(read)
        found.append(read)
      }
    }
    visit(self)
    return found
  }

  /// Returns the slices so that each is behind those that it reads.
  ///
  /// Ends the process, and names the path, if slices read each other in a cycle or read a slice that
  /// is not in the list.
  static func ordered(_ slices: [ListedSlice]) -> [ListedSlice] {
    let byName = Dictionary(slices.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var ordered: [ListedSlice] = []
    var done: Set<String> = []
    func visit(_ slice: ListedSlice, path: [String]) {
      guard !done.contains(slice.name) else { return }
      let path = path + [slice.name]
      for read in slice.reads() {
        let way = (path + [read.name]).map { "\"\($0)\"" }.joined(separator: " reads ")
        if path.contains(read.name) {
          fatalError(
            "These slices read each other in a cycle: \(way). Join them to one slice, or read a "
              + "value that an action carries.")
        }
        guard let listed = byName[read.name] else {
          fatalError(
            "\(way), and there is no slice named \"\(read.name)\" in the list of entries: add it.")
        }
        visit(listed, path: path)
      }
      done.insert(slice.name)
      ordered.append(slice)
    }
    for slice in slices { visit(slice, path: []) }
    return ordered
  }
}

/// The surroundings of a slice when it begins to run.
@usableFromInline
struct SliceSurroundings<State: AnyObject, Action: Sendable> {
  let recorder: ParityRecorder<Action>
  /// The number of the action that is being reduced.
  let number: ValueBox<ActionNumber>
  /// Performs an effect of a slice; nil where a check only compares them.
  let perform: (@Sendable (String, RequestedEffect) -> Void)?
  /// Whether the objects receive the value of a slice in its own turn.
  let writesInTurn: Bool
  /// Finds what blocks write outside of their slices; nil in a check of one slice.
  let footprints: FootprintProbe<State, Action>?
  /// Names the blocks that write to slices of others.
  let writers: ForeignWriters<State>
  /// The slices whose objects lag behind.
  let lagging: LaggingSlices
  /// The slices that run already, all that this one reads among them.
  var running: [String: any SliceRunning<State, Action>] = [:]

  /// Returns the function that reads the value of a slice at its current stage.
  @usableFromInline
  func source<Read>(of slice: StateSlice<State, Action, Read>) -> @Sendable (State) -> Read {
    guard let runtime = running[slice.name] as? SliceRuntime<State, Action, Read> else {
      fatalError(
        "Slice \"\(slice.name)\" of this store has another type of value than \(Read.self).")
    }
    return { runtime.currentValue($0) }
  }
}
