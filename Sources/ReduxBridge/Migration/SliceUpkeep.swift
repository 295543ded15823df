import ReferenceRedux
import ValueReflection

/// The objects of a slice in a running store, which follow its value while that counts.
///
/// Confined to the executor of the store.
final class SliceUpkeep<State: AnyObject, Action: Sendable, Value: Equatable & Sendable> {
  typealias Runtime = SliceRuntime<State, Action, Value>

  private(set) var kind = Upkeep.beforeBlocks
  /// Whether the objects receive the value in the slice's own turn.
  let writesInTurn: Bool
  /// Whether the class state may lag behind the value.
  private var isReferenceBehind = false
  private let lagging: LaggingSlices
  private let position: Int

  /// The value that was written to the class state last, if no legacy block changed it since.
  ///
  /// An action that changes nothing then costs a comparison, and no write.
  var written: Value?

  init(_ lagging: LaggingSlices, _ position: Int, writesInTurn: Bool) {
    (self.lagging, self.position, self.writesInTurn) = (lagging, position, writesInTurn)
  }

  func reset() { (isReferenceBehind, written) = (false, nil) }

  func settle(_ runtime: Runtime, besideLegacyCode: Bool, _ state: State) {
    if writesInTurn {
      kind = .inTurn
    } else if runtime.stage != .migrated || besideLegacyCode {
      kind = .beforeBlocks
    } else if let clear = runtime.slice.projection.clear {
      kind = .none
      written = nil
      clear(state)
    } else {
      kind = runtime.slice.hasLegacyReaders ? .beforeAccess : .none
    }
  }

  /// Notes that the value is about to change.
  func beginTurn() {
    isReferenceBehind = true
    lagging.add(position)
  }

  func writeBack(_ value: Value, of runtime: Runtime, _ state: State) -> Bool {
    switch kind {
    case .beforeBlocks where isReferenceBehind, .beforeAccess: break
    default: return false
    }
    isReferenceBehind = false
    if isWritten(value, of: runtime) { return false }
    runtime.slice.projection.write(state, value)
    written = value
    return true
  }

  /// Brings the objects to the value in the slice's own turn, if that is not what they received last.
  func write(_ value: Value, of runtime: Runtime, _ state: State) {
    if isWritten(value, of: runtime) { return }
    // Code of observers finds meanwhile that the write is under way.
    defer { written = value }
    if written == nil {
      runtime.write(to: state)
    } else {
      runtime.slice.projection.write(state, value)
    }
  }

  private func isWritten(_ value: Value, of runtime: Runtime) -> Bool {
    // For a slice that is compared exactly, `==` may ignore what changed.
    guard runtime.slice.equality == .declared, let written else { return false }
    return runtime.kernel.areEqual(written, value)
  }
}

/// How the objects of a slice are kept while its value counts.
enum Upkeep {
  /// They are brought up to date before legacy code runs, and before the state is read.
  case beforeBlocks
  /// They are brought up to date before the state is read: there are no blocks that could see them.
  case beforeAccess
  /// They are brought up to date in the slice's own turn of each action: other code holds them.
  case inTurn
  /// They are not brought up to date: they were cleared, or no legacy code looks at them.
  case none
}

/// The slices whose objects may lag behind their values, by position, each once.
///
/// Each block of a slice brings the objects of all others up to date first. With a list of those that
/// need it, an action costs as much for each slice, however many there are.
///
/// `@unchecked Sendable` because everything is touched on the executor of the store only.
final class LaggingSlices: @unchecked Sendable {
  private var positions: [Int] = []
  private var isListed: [Bool] = []

  func add(_ position: Int) {
    while isListed.count <= position { isListed.append(false) }
    guard !isListed[position] else { return }
    isListed[position] = true
    positions.append(position)
  }

  /// Takes all slices out of the list, and passes each on.
  func removeAll(_ body: (Int) -> Void) {
    for position in positions {
      isListed[position] = false
      body(position)
    }
    positions.removeAll(keepingCapacity: true)
  }
}
