/// The closures that a store calls, or the work that it runs, in the order of addition, each until it ends.
///
/// An entry that has ended stays, without what it called, until ``removeEnded()``: a pass over the list
/// goes on by index while what it calls adds and ends entries.
@frozen @usableFromInline
package struct SubscriptionList<Delivery> {
  /// One entry; `delivery` is nil once it has ended.
  @frozen @usableFromInline
  struct Entry {
    @usableFromInline let id: UInt64
    @usableFromInline var delivery: Delivery?

    @inlinable
    init(id: UInt64, delivery: Delivery) { (self.id, self.delivery) = (id, delivery) }
  }

  /// Ascending by id.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var lastID: UInt64 = 0
  @usableFromInline var endedCount = 0

  @inlinable package init() {}

  /// How many entries have not ended.
  package var count: Int { entries.count - endedCount }

  /// Whether most of the entries have ended: then it is time to remove them, which moves all others.
  package var isMostlyEnded: Bool { 2 * endedCount > entries.count }

  /// Issues the id of the next entry.
  @usableFromInline
  package mutating func makeID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Appends an entry under an id that is greater than all before it, of this list or of one that issues
  /// them for several.
  @inlinable
  package mutating func append(_ delivery: Delivery, id: UInt64) {
    entries.append(Entry(id: id, delivery: delivery))
  }

  /// Appends an entry, and returns its id.
  @usableFromInline
  package mutating func append(_ delivery: Delivery) -> UInt64 {
    append(delivery, id: makeID())
    return lastID
  }

  /// Ends an entry, and returns what it called: the caller releases that after the access to the list,
  /// since it may own what uses the list.
  ///
  /// - Complexity: O(log *n*) in the number of entries.
  package mutating func end(_ id: UInt64) -> Delivery? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].id == id else { return nil }
    guard let delivery = entries[low].delivery.take() else { return nil }
    endedCount += 1
    return delivery
  }

  /// Ends an entry where no pass goes on, and releases what it called during the access: the caller holds that.
  ///
  /// - Complexity: O(log *n*) in the number of entries, amortized.
  mutating func remove(_ id: UInt64) {
    _ = end(id)
    if isMostlyEnded { removeEnded() }
  }

  /// Removes the entries that have ended.
  package mutating func removeEnded() {
    if endedCount > 0 { entries.removeAll { $0.delivery == nil } }
    endedCount = 0
  }
}

extension SubscriptionList: Sendable where Delivery: Sendable {}
extension SubscriptionList.Entry: Sendable where Delivery: Sendable {}
