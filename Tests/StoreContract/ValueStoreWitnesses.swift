/// What a claim watches happen, in order.
@MainActor
final class ValueStoreLog<Entry> {
  var entries: [Entry] = []

  func add(_ entry: Entry) { entries.append(entry) }
}

/// An object whose release a claim watches.
final class ValueStoreWitness {}

/// A screen that is told of two sub-states.
final class ValueStoreScreen {
  var numbers: [Int?] = []
  var others: [Int] = []
}

/// A sub-state that cannot be compared.
struct ValueStoreIncomparable {
  var number: Int?
}

/// The way from an effect back to its store.
final class ValueStoreReference<Store: AnyObject> {
  weak var store: Store?
}
