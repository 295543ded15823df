import Foundation
import ReferenceRedux
import StoreContract

typealias LegacyReferenceStore = ReferenceStore<LegacyState, LegacyAction>

/// Ends an exit test that did not fail as it should.
func exitNormally() -> Never {
  exit(0)
}

extension ReferenceStore {
  /// A store with one block.
  convenience init(
    state: sending State, configuration: StoreConfiguration = StoreConfiguration(),
    _ block: @escaping ReduceBlock<State, Action>
  ) {
    self.init(state: state, reducers: [block], configuration: configuration)
  }
}

/// The configuration of a store that reports to a recorder.
func diagnosing(
  _ findings: LegacyRecorder<StoreFinding>, _ change: (inout StoreDiagnostics) -> Void
) -> StoreConfiguration {
  var configuration = StoreConfiguration()
  var diagnostics = StoreDiagnostics()
  diagnostics.report = { findings.record($0) }
  change(&diagnostics)
  configuration.diagnostics = diagnostics
  return configuration
}

/// A store that counts actions in `left` and keeps their names in `log`.
func countingStore(
  _ configuration: StoreConfiguration = StoreConfiguration()
) -> LegacyReferenceStore {
  ReferenceStore(state: .graph(), configuration: configuration) { state, action in
    state.left += 1
    state.log.append(action.name)
    state.right += 1
  }
}

/// Whether this run detects races: it is slow, and deliberate races fail it.
let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
