import ReferenceRedux

/// The listeners of one slice, asked after each compared action what has changed for them.
final class Listeners<Value: Sendable>: Sendable {
  /// What a listener sees of the slice; made for the type of its part.
  struct Interest: Sendable {
    /// Whether two values differ for the listener.
    let differs: @Sendable (_ one: Value, _ other: Value) -> Bool
    /// The value when the store last came to rest; nil until something changes after that.
    var base: Value?
    /// The rest to which `base` belongs.
    var rest = 0
  }

  private let interests = Locked<[Int: Interest]>([:])

  var isEmpty: Bool { interests.withLock { $0.isEmpty } }

  func add(_ id: Int, differs: @escaping @Sendable (Value, Value) -> Bool) {
    interests.withLock { $0[id] = Interest(differs: differs) }
  }

  func remove(_ id: Int) {
    interests.withLock { $0[id] = nil }
  }

  /// What an action changed for each listener: by itself, and since the store last came to rest.
  func changes(
    from before: Value, to after: Value, sinceRest rest: Int
  ) -> [Int: (now: Bool, sinceRest: Bool)] {
    interests.withLock { interests in
      for (id, interest) in interests where interest.base == nil || interest.rest != rest {
        interests[id]!.base = before
        interests[id]!.rest = rest
      }
      return interests.mapValues { interest in
        (interest.differs(before, after), interest.differs(interest.base ?? before, after))
      }
    }
  }
}
