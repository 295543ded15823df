import Foundation
import StoreContract

@testable import ReferenceRedux

typealias LegacyReferenceStore = ReferenceStore<LegacyState, LegacyAction>

extension ReferenceStore {
  /// A store with one block.
  convenience init(
    state: sending State, configuration: StoreConfiguration = StoreConfiguration(),
    _ block: @escaping ReduceBlock<State, Action>
  ) {
    self.init(state: state, reducers: [block], configuration: configuration)
  }

  /// Lets the store reduce in one batch what `body` dispatches.
  func inOneBatch(_ body: () -> Void) {
    let isFull = LegacyGate()
    queue.async { _ = isFull.wait() }
    body()
    isFull.open()
  }
}

extension ReferenceStore where Action == LegacyAction {
  /// Dispatches an action, and returns when it is reduced.
  func reduce(_ name: String) {
    dispatch(LegacyAction(name))
    flush()
  }

  /// Dispatches an action, and returns when the observers are notified of it.
  func settle(after name: String) async {
    dispatch(LegacyAction(name))
    await settle()
  }
}

/// Calls a closure as it is released, and needs no turn of the main actor before.
final class EndingStore: ReferenceStore<LegacyState, LegacyAction>, @unchecked Sendable {
  private let end: @Sendable (EndingStore) -> Void

  init(
    _ reducers: [ReduceBlock<LegacyState, LegacyAction>] = [],
    _ end: @escaping @Sendable (EndingStore) -> Void
  ) {
    self.end = end
    super.init(state: LegacyState(), reducers: reducers, configuration: .withoutNotifications)
  }

  deinit { end(self) }
}

extension StoreConfiguration {
  static let withoutNotifications = StoreConfiguration { $0.postsNotifications = false }

  /// The default configuration with a change.
  init(_ change: (inout StoreConfiguration) -> Void) {
    self.init()
    change(&self)
  }
}

/// The configuration of a store that reports to a recorder.
func diagnosing(
  _ findings: LegacyRecorder<StoreFinding>, _ change: (inout StoreDiagnostics) -> Void
) -> StoreConfiguration {
  var diagnostics = StoreDiagnostics()
  diagnostics.report = { findings.record($0) }
  change(&diagnostics)
  return StoreConfiguration { $0.diagnostics = diagnostics }
}

/// A store that counts actions in `left` and keeps their names in `log`.
func countingStore(_ configuration: StoreConfiguration = .init()) -> LegacyReferenceStore {
  ReferenceStore(state: .graph(), configuration: configuration) { state, action in
    state.left += 1
    state.log.append(action.name)
    state.right += 1
  }
}

/// A store that counts actions in `left` and in `right`, and waits in between during one named `first`.
func pausedStore(_ isReducing: LegacyGate, until mayGoOn: LegacyGate) -> LegacyReferenceStore {
  ReferenceStore(state: LegacyState()) { state, action in
    state.left += 1
    if action.name == "first" {
      isReducing.open()
      _ = mayGoOn.wait()
    }
    state.right += 1
  }
}

/// A state that cannot be encoded while it is broken.
final class Fragile: Codable {
  struct Refusal: Error {}
  var isBroken = false

  init() {}

  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    if isBroken { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }
}
