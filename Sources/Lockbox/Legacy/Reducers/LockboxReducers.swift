import ReferenceRedux

/// A reduce block of this app.
typealias LockboxReduceBlock = ReduceBlock<LockboxState, LockboxAction>

/// The reduce blocks of the legacy app, by concern.
///
/// They run in the order of ``all`` for every action: the library comes before the lists, which
/// look at what became of their selected logins.
enum LockboxReducers {
  static let all: [LockboxReduceBlock] = [account, library, lists, routes, theme]
}
