import ReferenceRedux

/// What the parts of the legacy app know of its store, whichever subclass it is.
typealias LockboxStoring = ReferenceStore<LockboxState, LockboxAction>

/// The one store of the legacy app.
final class LockboxStore: ReferenceStore<LockboxState, LockboxAction>, @unchecked Sendable {
  /// The store of the running app.
  static let shared = LockboxStore()

  init() {
    super.init(state: LockboxState(), reducers: LockboxReducers.all)
  }
}
