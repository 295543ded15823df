/// The kind of state that a graph is in, for a search that looks for new ones.
package struct StateClass: Sendable {
  /// A digest of all traits and of how they stand together.
  package let fingerprint: GraphFingerprint
  /// Digests of what the state has, each by itself: that a field is of some size, that an enum has some
  /// case, that an optional has a value, that a collection has elements of some kind.
  ///
  /// A trait names the type that encodes the field and the field, not the path that led there, so the
  /// depth of a graph makes no new ones.
  package let traits: Set<UInt64>

  init(fingerprint: GraphFingerprint, traits: Set<UInt64>) {
    (self.fingerprint, self.traits) = (fingerprint, traits)
  }
}

extension Graph {
  /// Digests what kind of state a graph is in, for a search that looks for new ones.
  ///
  /// Cases of enums count, Boolean values, which optionals have a value, numbers and the sizes of texts
  /// and collections by their magnitude, and the kinds of elements. Sharing does not count.
  package static func stateClass<Root: Encodable>(of root: Root) throws -> StateClass {
    try pool.withSession { session in
      let place = GraphComparer.place(of: root, session)
      let digested = try Fingerprinter.digested(place, session, isCoarse: true)
      return StateClass(fingerprint: digested.fingerprint, traits: digested.traits)
    }
  }
}

/// Where the values of a frame belong: the innermost type that encodes them, and what it is part of.
struct TraitPlace {
  private var type: UInt64 = 0
  private(set) var context: UInt64 = 0

  init() {}

  /// The place of a value of a type, or of a nested container, at a key of what contains it.
  init(
    _ type: Digestion?, in outer: TraitPlace, at key: GraphFingerprint?
  ) {
    var builder = DigestBuilder()
    if let type {
      self.type = type.name.low
      builder.add(outer.type)
      builder.add(self.type)
    } else {
      self.type = outer.type
      builder.add(outer.context)
    }
    builder.add(key?.low ?? 0)
    context = builder.finished().low
  }

  /// The trait of a value of a kind at a key.
  func trait(_ key: GraphFingerprint?, _ kind: UInt64) -> UInt64 {
    var builder = DigestBuilder()
    builder.add(context)
    builder.add(key?.low ?? 0)
    builder.add(kind)
    return builder.finished().low
  }
}
