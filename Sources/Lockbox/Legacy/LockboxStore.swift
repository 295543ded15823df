import ReferenceRedux

/// The store as the legacy app sees it, in any subclass.
typealias LockboxStoring = ReferenceStore<LockboxState, LockboxAction>

/// The store of the legacy app.
final class LockboxStore: ReferenceStore<LockboxState, LockboxAction>, @unchecked Sendable {
  static let shared = LockboxStore()

  init() {
    super.init(state: LockboxState(), reducers: LockboxReducers.all)
  }
}
