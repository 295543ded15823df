/// One subscription in the list of a store.
@usableFromInline
struct SubscriptionEntry<State, Action> {
  /// Delivers the state after an action; returns false to end the subscription.
  @usableFromInline typealias Deliver = @MainActor (State, Action) -> Bool

  /// Ascending in the order of subscription, never reused.
  @usableFromInline let id: UInt64
  /// Nil once the subscription has ended; the store removes the entry later.
  @usableFromInline var deliver: Deliver?

  @inlinable
  init(id: UInt64, deliver: @escaping Deliver) {
    self.id = id
    self.deliver = deliver
  }
}

/// The subscriptions of objects, by object.
///
/// An object is identified by its address. Another one may get that address while the entries of
/// the first are still in the list; to end those with its own does no harm.
struct ObjectSubscriptions {
  /// One subscription of an object.
  struct Record {
    let id: UInt64
    let selection: SelectionIdentity
    /// Ended with the entry, for a delivery that is between its selection and its handler.
    let lifetime: SubscriptionLifetime
  }

  private var records: [ObjectIdentifier: [Record]] = [:]
  private var owners: [UInt64: ObjectIdentifier] = [:]

  subscript(owner: ObjectIdentifier) -> [Record] { records[owner] ?? [] }

  mutating func add(_ record: Record, of owner: ObjectIdentifier) {
    records[owner, default: []].append(record)
    owners[record.id] = owner
  }

  mutating func remove(id: UInt64) {
    guard !owners.isEmpty, let owner = owners.removeValue(forKey: id) else { return }
    guard var left = records[owner] else { return }
    left.removeAll { record in
      guard record.id == id else { return false }
      _ = record.lifetime.end()
      return true
    }
    records[owner] = left.isEmpty ? nil : left
  }
}

/// A value that a subscription keeps between two actions.
///
/// A captured variable would do, but each of its uses checks for exclusive access, which costs more
/// than the comparison of two numbers. Only the subscription's closure uses it, on the main actor,
/// and calls nothing but the value's `==` meanwhile.
@usableFromInline
final class KeptValue<Value>: ManagedBuffer<Void, Value> {
  @inlinable
  static func holding(_ value: Value) -> KeptValue {
    let kept = unsafe unsafeDowncast(create(minimumCapacity: 1) { _ in () }, to: KeptValue.self)
    unsafe kept.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: value) }
    return kept
  }

  deinit {
    _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) }
  }

  @inlinable var value: Value {
    get { unsafe withUnsafeMutablePointerToElements { unsafe $0.pointee } }
    set { unsafe withUnsafeMutablePointerToElements { unsafe $0.pointee = newValue } }
  }
}

extension KeptValue where Value: Equatable {
  /// Keeps a value, and returns whether it differs from the one before.
  @inlinable
  func advance(to value: Value) -> Bool {
    if value == self.value { return false }
    self.value = value
    return true
  }

  /// Keeps the value of a stored property, and returns whether it differs from the one before.
  @inlinable
  func advance<Root>(toValueAt offset: Int, in root: borrowing Root) -> Bool {
    unsafe withUnsafePointer(to: root) { place in
      unsafe advance(to: UnsafeRawPointer(place).load(fromByteOffset: offset, as: Value.self))
    }
  }
}

/// A weak reference, to be kept in a ``KeptValue``.
@usableFromInline
struct WeakReference<Object: AnyObject> {
  @usableFromInline weak var object: Object?

  @usableFromInline init(_ object: Object) { self.object = object }
}

extension KeptValue {
  @inlinable
  func object<Object>() -> Object? where Value == WeakReference<Object> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0.pointee.object }
  }
}

extension ValueStore {
  /// Appends an entry and returns its id.
  @inlinable
  func addSubscription(deliver: @escaping SubscriptionEntry<State, Action>.Deliver) -> UInt64 {
    requireReadable()
    let id = unsafe core.pointee.nextSubscription
    unsafe core.pointee.nextSubscription += 1
    unsafe core.pointee.subscriptions.append(SubscriptionEntry(id: id, deliver: deliver))
    unsafe core.pointee.hasSteps = true
    return id
  }

  @usableFromInline
  func token(for id: UInt64, lifetime: StoreLifetime<State, Action>) -> SubscriptionToken {
    lifetime.id = id
    return SubscriptionToken(lifetime: lifetime)
  }

  @inlinable
  func token<Value>(
    for id: UInt64, of subscription: ClosureSubscription<State, Action, Value>
  ) -> SubscriptionToken {
    unsafe subscription.contents.pointee.id.value = id
    return SubscriptionToken(lifetime: subscription)
  }

  /// Ends the subscription of an object to a selection, if there is one.
  @usableFromInline
  func endSubscription(of owner: ObjectIdentifier, to selection: SelectionIdentity) {
    let previous = unsafe core.pointee.objects[owner].first { $0.selection.isSame(as: selection) }
    if let previous { endSubscription(id: previous.id) }
  }

  @usableFromInline
  func record(
    id: UInt64, of owner: ObjectIdentifier, to selection: SelectionIdentity,
    lifetime: SubscriptionLifetime
  ) {
    let record = ObjectSubscriptions.Record(id: id, selection: selection, lifetime: lifetime)
    unsafe core.pointee.objects.add(record, of: owner)
  }

  /// Ends an entry, also while a reducer runs: it touches the list alone.
  ///
  /// - Complexity: O(log *n*) in the number of entries, amortized.
  func endSubscription(id: UInt64) {
    var (low, high) = unsafe (0, core.pointee.subscriptions.count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe core.pointee.subscriptions[middle].id < id {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard unsafe low < core.pointee.subscriptions.count,
      unsafe core.pointee.subscriptions[low].id == id,
      unsafe core.pointee.subscriptions[low].deliver != nil
    else { return }
    whileBusy { endSubscription(at: low) }
  }

  /// Releases the closure of an entry, which stays in the list until the store is idle, so that no
  /// index changes.
  @usableFromInline
  func endSubscription(at index: Int) {
    // The closure may own what uses the store: it is released after the access to the list.
    unsafe withExtendedLifetime(core.pointee.subscriptions[index].deliver) {
      guard unsafe core.pointee.subscriptions[index].deliver != nil else { return }
      unsafe core.pointee.subscriptions[index].deliver = nil
      unsafe core.pointee.objects.remove(id: core.pointee.subscriptions[index].id)
      unsafe core.pointee.endedSubscriptions += 1
      // A removal moves all entries: it waits until half of them have ended, or for an action.
      if unsafe 2 * core.pointee.endedSubscriptions > core.pointee.subscriptions.count {
        unsafe core.pointee.hasLeftovers = true
      }
    }
  }

  @usableFromInline
  func removeEndedSubscriptions() {
    guard unsafe core.pointee.endedSubscriptions > 0 else { return }
    unsafe core.pointee.subscriptions.removeAll { $0.deliver == nil }
    unsafe core.pointee.endedSubscriptions = 0
    unsafe core.pointee.noteSteps()
  }

  /// How many entries the list has, ended ones included.
  package var subscriptionEntryCount: Int { unsafe core.pointee.subscriptions.count }

  /// How many subscriptions have not ended.
  package var subscriptionCount: Int {
    unsafe core.pointee.subscriptions.count - core.pointee.endedSubscriptions
  }
}
