import Foundation
import ReferenceRedux
import StoreContract

typealias LegacyReferenceStore = ReferenceStore<LegacyState, LegacyAction>

/// Ends an exit test that did not fail as it should.
func exitNormally() -> Never {
  exit(0)
}

/// A store that counts actions in `left` and keeps their names in `log`.
func countingStore(
  _ configuration: StoreConfiguration = StoreConfiguration()
) -> LegacyReferenceStore {
  ReferenceStore(
    state: .graph(),
    reducers: [
      { state, action in
        state.left += 1
        state.log.append(action.name)
        state.right += 1
      }
    ],
    configuration: configuration)
}

/// Whether this run detects races: it is slow, and deliberate races fail it.
let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
