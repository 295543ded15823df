/// The closures that a store calls, in the order in which the closures were added.
///
/// The owner protects the list with a lock, and calls and releases the closures outside of that lock.
package struct ObserverList<Observer> {
  /// An observer with its id; the list uses each id once.
  package typealias Entry = (id: Int, observer: Observer)

  /// The observers, in the ascending order of their ids, which is the order of the calls.
  package private(set) var entries: [Entry] = []
  /// The id of the observer that was added last.
  package private(set) var lastID = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer, and returns its id.
  package mutating func add(_ observer: Observer) -> Int {
    lastID += 1
    entries.append((lastID, observer))
    return lastID
  }

  /// Removes and returns the observer with an id, so that the caller can release the observer outside of the lock.
  package mutating func remove(_ id: Int) -> Observer? {
    let index = index(of: id)
    guard index < entries.count, entries[index].id == id else { return nil }
    return entries.remove(at: index).observer
  }

  /// The first observer whose id is greater than `id` and not greater than `last`.
  ///
  /// If the caller fetches each observer right before its call, it skips observers that are removed or added meanwhile.
  package func first(after id: Int, through last: Int) -> Entry? {
    let index = index(of: id + 1)
    return index < entries.count && entries[index].id <= last ? entries[index] : nil
  }

  /// Returns the index of the observer with an id, or of the first observer after it.
  private func index(of id: Int) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        entries[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension ObserverList: Sendable where Observer: Sendable {}
