/// The subscription of a closure to a part of the state: whether it has ended, and the value that it
/// keeps between two actions, in one object, since an app may have very many subscriptions.
///
/// The value is released when the subscription ends, even if its token lives on. It is not a stored
/// property, for the reason given at ``KeptValue``.
// A managed buffer is never `Sendable`, but the token uses this one on any thread:
// 1. `ending` is `Sendable`, and `store` is written in the initializer only.
// 2. `id` is read on the main actor, and written there before the token exists.
// 3. `value` is used on the main actor only. `didEnd` releases it there, and runs after the one call of
//    `end()` that returns true, which is at the latest that of the token's `deinit`. It retains the
//    object meanwhile, so an object whose last reference goes on another thread has no value.
@usableFromInline
final class ClosureSubscription<State: Sendable, Action: Sendable, Value>:
  ManagedBuffer<Void, SubscriptionContents<State, Action, Value>>, EndableSubscription
{
  @inlinable
  static func keeping(
    _ value: Value, in store: ValueStore<State, Action>
  ) -> ClosureSubscription {
    let new = unsafe unsafeDowncast(
      create(minimumCapacity: 1) { _ in () }, to: ClosureSubscription.self)
    unsafe new.contents.initialize(to: SubscriptionContents(value, store))
    return new
  }

  deinit {
    unsafe _ = contents.deinitialize(count: 1)
  }

  /// The contents, valid while the object lives.
  @inlinable
  var contents: UnsafeMutablePointer<SubscriptionContents<State, Action, Value>> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 }
  }

  @inlinable var isOver: Bool { unsafe contents.pointee.ending.hasBegun }

  @usableFromInline func end() -> Bool { unsafe contents.pointee.ending.begin() }

  @usableFromInline func didEnd() {
    let contents = unsafe contents
    if let store = unsafe contents.pointee.store {
      unsafe store.endSubscription(id: contents.pointee.id.value)
    }
    // What is released here may use the subscription: the access to it is over by then.
    _ = unsafe contents.pointee.value.take()
  }
}

/// What a ``ClosureSubscription`` holds.
///
/// The value comes first, so that the two fields after it fill the gap behind its tag.
@usableFromInline
struct SubscriptionContents<State: Sendable, Action: Sendable, Value>: ~Copyable {
  /// Nil once the subscription has ended.
  @usableFromInline var value: Value?
  @usableFromInline let ending = Ending()
  @usableFromInline var id = PackedID()
  weak var store: ValueStore<State, Action>?

  @usableFromInline
  init(_ value: Value, _ store: ValueStore<State, Action>) {
    self.value = value
    self.store = store
  }
}

/// The id of a subscription in six bytes, at any even address: enough for one each microsecond in
/// eight years.
@usableFromInline
struct PackedID {
  @usableFromInline var high: UInt16 = 0
  @usableFromInline var middle: UInt16 = 0
  @usableFromInline var low: UInt16 = 0

  @usableFromInline init() {}

  @inlinable var value: UInt64 {
    get { UInt64(high) << 32 | UInt64(middle) << 16 | UInt64(low) }
    set {
      high = UInt16(newValue >> 32)
      middle = UInt16(truncatingIfNeeded: newValue >> 16)
      low = UInt16(truncatingIfNeeded: newValue)
    }
  }
}
