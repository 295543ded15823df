import ReferenceRedux

typealias LockboxReduceBlock = ReduceBlock<LockboxState, LockboxAction>

/// The reduce blocks of the legacy app, by concern.
///
/// They run in the order of ``all`` for every action: the library first, since the lists depend on
/// its changes.
enum LockboxReducers {
  static let all: [LockboxReduceBlock] = [account, library, lists, routes, theme]
}
