/// The closures that a store calls, in the order in which they were added, each until it is removed.
///
/// Its owner guards it with a lock, and calls and releases what it holds outside of that lock.
package struct ObserverList<Observer> {
  /// An observer with its id, which is used once.
  package typealias Entry = (id: Int, observer: Observer)

  /// The observers, ascending by id, which is the order of the calls.
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

  /// Returns what it removed, so that the caller releases it outside of the lock.
  package mutating func remove(_ id: Int) -> Observer? {
    let index = index(of: id)
    guard index < entries.count, entries[index].id == id else { return nil }
    return entries.remove(at: index).observer
  }

  /// The first observer after the one with an id, up to the one with another id.
  ///
  /// A pass that fetches each observer right before its call leaves out those that are removed
  /// meanwhile, and those that are added.
  package func first(after id: Int, through last: Int) -> Entry? {
    let index = index(of: id + 1)
    return index < entries.count && entries[index].id <= last ? entries[index] : nil
  }

  /// Returns the place of the observer with an id, or of the first one after it.
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
