public import ValueReflection

/// A type, such as one for passwords, whose values this package masks in all its texts.
public typealias Redactable = ValueReflection.Redactable

/// Copies and compares graphs of Swift objects through `Codable`, and verifies the copies by reflection.
///
/// ```swift
/// let copy = try Graph.copy(library)
/// ```
///
/// Unlike a round trip through JSON, a copy keeps the identity of objects. A shared object stays shared, and an
/// instance of a subclass keeps its class. A cycle stays a cycle if one of its references is a ``BackReference`` or a
/// ``StrongBackReference``.
///
/// ## Thread safety
///
/// Several threads can call the methods at the same time. A graph must not change during a call that reads it.
public enum Graph {
  static let pool = SessionPool()

  /// Makes a deep copy of `root`.
  ///
  /// - An object to which several paths lead is one object in the copy, and the same paths lead to this object.
  /// - An instance of a subclass is copied as an instance of that subclass. The copy has the properties that the
  ///   subclass encodes.
  /// - A value that is ``CopiedByValue`` is not encoded: the copy retains the value of the original.
  /// - A property that its type does not encode is not part of the copy.
  ///
  /// For about the first hundred levels of the graph, `encode(to:)` and `init(from:)` of its types run on the calling
  /// thread. For deeper levels, they run on threads that `copy` creates.
  ///
  /// - Parameters:
  ///   - root: The root of the graph. The method does not change the graph.
  ///   - userInfo: The `userInfo` of the encoders and decoders that the types receive.
  /// - Returns: A copy that shares no mutable object with the original, and that can be sent to any actor or task.
  /// - Throws: An `EncodingError` with the path of a cycle without a back reference (its first 100 steps if an object in
  ///   it decodes as another type), of two equal copies in a set or among keys, or of a member or key whose hash depends
  ///   on a back reference. Otherwise, the errors that `encode(to:)` and `init(from:)` of the copied types throw.
  /// - Complexity: O(*n*) in the number of values that are encoded.
  public static func copy<Root: Codable>(
    _ root: Root, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> sending Root {
    // 1. Nothing else refers to the copy: every mutable object in it was made during this call.
    // 2. The values that it shares with `root` are `Sendable`, by `CopiedByValue`.
    nonisolated(unsafe) let copy = try pool.withSession { try $0.copy(root, userInfo: userInfo) }
    return unsafe copy
  }

  /// Returns the differences between two graphs.
  ///
  /// ```swift
  /// for difference in try Graph.differences(from: before, to: after) {
  ///   print(difference)  // `items.3.title`: "Draft" became "Final"
  /// }
  /// ```
  ///
  /// The comparison covers all that the types encode:
  ///
  /// - An object of one graph equals an object of the other if their contents are equal, and the same paths lead to
  ///   both. Two paths to one object in one graph, and to two objects in the other graph, are a difference.
  /// - Arrays are compared by position. There is one exception: if the only change is that neighboring elements were
  ///   inserted or removed, the comparison reports only these elements, as added or removed.
  /// - Sets are compared by their members, and dictionaries by their keys and the value of each key. Two members or
  ///   keys match if they are equal by these rules, not by `==`. If members can be paired in several ways, the graphs
  ///   are equal if one of the ways leaves no difference.
  /// - NaN is equal to NaN. Two dates are equal if the time of both is NaN.
  /// - Two weak back references are equal if the same paths lead to their targets, each in its graph.
  /// - A difference in a ``Redactable`` value is reported once, at the path of the value, and shows a mask instead of
  ///   the value. A value is also masked if its path contains a name such as "password" or "token". The keys of a
  ///   dictionary at such a path are masked, too. In any path, each name after a name such as "password" is masked.
  ///
  /// `encode(to:)` of the types runs on the calling thread, before this method returns.
  ///
  /// - Parameters:
  ///   - old: The root of the first graph.
  ///   - new: The root of the second graph.
  ///   - limit: The number of differences after which the comparison ends.
  ///   - describing: A closure that returns the text for a value, and so can hide the value. The comparison calls the
  ///     closure, with the path and the value, before it makes any other text for the value. The closure must not keep
  ///     the value. Without a closure, a text has at most 200 characters; strings are quoted, and objects are described
  ///     by their class. If the texts of two different values are then equal, as for two dates less than a second
  ///     apart, the texts show the parts that differ.
  /// - Returns: The differences, in the order in which the first graph encodes its values.
  /// - Throws: The errors that `encode(to:)` of the compared types throws. An `EncodingError` if a cycle without a back
  ///   reference leads through a member of a set, a key of a dictionary, or an element of arrays that differ in length.
  ///   An `EncodingError` also if sets or dictionaries contain several objects with equal contents, and the comparison
  ///   cannot pair them within 1,000,000 steps plus 20 for each object and reference.
  /// - Complexity: O(*n*) in the number of values that are encoded. O(*n* log *n*) time, and O(*n*) memory, if two
  ///   compared arrays differ in length, or if objects are members of sets or keys of dictionaries. A value that is not
  ///   an object is encoded once more for each such array or set that contains the value.
  public static func differences<Root: Encodable>(
    from old: Root,
    to new: Root,
    limit: Int = 100,
    describing: ((_ path: String, _ value: Any) -> String)? = nil
  ) throws -> [GraphDifference] {
    return try pool.withSession { session in
      var comparer = GraphComparer(
        session: session, limit: limit, describing: describing ?? { description(of: $1, at: $0) },
        isExplaining: describing == nil)
      return try comparer.differences(from: old, to: new)
    }
  }

  /// Returns whether two graphs have equal contents, and share objects at the same paths.
  ///
  /// The comparison follows the rules of ``differences(from:to:limit:describing:)``, and ends at the first difference.
  ///
  /// - Parameters:
  ///   - first: The root of the first graph.
  ///   - second: The root of the second graph.
  /// - Returns: True if there is no difference.
  /// - Throws: The errors of ``differences(from:to:limit:describing:)``.
  /// - Complexity: O(1) if both roots are the same object, otherwise the complexity of
  ///   ``differences(from:to:limit:describing:)``.
  public static func isEqual<Root: Encodable>(_ first: Root, _ second: Root) throws -> Bool {
    if Root.self is AnyClass, first as AnyObject === second as AnyObject { return true }
    return try pool.withSession { session in
      var comparer = GraphComparer(session: session, limit: 1, describing: nil)
      return try comparer.differences(from: first, to: second).isEmpty
    }
  }

  /// Returns the text that a difference shows for a value by default.
  ///
  /// Strings are quoted, objects are described by their class, and a text is cut after 200 characters.
  ///
  /// A value is hidden if its type is ``Redactable``, or if a component of `path` has a word such as "password" or
  /// "token".
  package static func description(of value: Any, at path: String) -> String {
    let text = safeText(of: value, at: path) { value in
      (value as? String).map { "\"\($0)\"" } ?? "\(value)"
    }
    return shortened(text[...])
  }

  private static func shortened(_ text: Substring) -> String {
    text.count > 200 ? text.prefix(200) + "…" : String(text)
  }

  /// Describes two values whose descriptions are equal by the parts in which the values differ.
  static func exactDescriptions(of old: Any, _ new: Any, at path: String) -> (String, String) {
    let source = SourceText(.exactReport) { SecretNames.usual.replacement(for: $1, at: $0) }
    func exact(_ value: Any) -> String {
      let text = source.text(of: value, at: path)
      // As `nil` is, and nil in any number of optionals.
      return text == "nil" ? String(reflecting: value) : text
    }
    var texts = (exact(old), exact(new))
    if texts.0 == texts.1, type(of: old) != type(of: new) {
      texts = ("\(texts.0) of \(type(of: old))", "\(texts.1) of \(type(of: new))")
    }
    let common = zip(texts.0, texts.1).prefix { $0 == $1 }.count
    func cut(_ text: String) -> String {
      let rest = text.dropFirst(max(0, common - 100))
      return (rest.count < text.count ? "…" : "") + shortened(rest)
    }
    return (cut(texts.0), cut(texts.1))
  }

  /// Copies a graph, and compares the stored properties of the copy with those of the original by reflection; for tests
  /// and debug builds.
  ///
  /// ```swift
  /// @Test func theStateSurvivesCopying() throws {
  ///   try Graph.verifyCopy(of: AppState.sample, ignoring: ["Library.searchIndex"])
  /// }
  /// ```
  ///
  /// The method finds losses for which a copy throws no error: a property that `encode(to:)` omits, a subclass that
  /// does not encode its own properties, and one object of the original that became two in the copy. If the copy and
  /// the original share an object, each property that leads to the object counts as lost, unless the object's class is
  /// ``CopiedByValue``. A shared object that is not `Codable`, such as a service, is a loss only inside a
  /// ``CopiedByValue`` value. The values of a copy-on-write type can safely share a storage object: name the property
  /// that holds the storage in `ignoring`. The method finds a lost value only if the value in `root` differs from the
  /// default in the copy, so give every property of the graph a value other than its default.
  ///
  /// In sets and dictionaries, the method looks for the copy of each member or key. The method knows the copy of each
  /// object, and finds the copy of each value by `==`. Each of the following is a loss: a missing member, a changed
  /// key, two objects that became one, and a set or dictionary that does not find its own elements.
  ///
  /// A value of a system type is compared as a whole, by `==` or by its encoding, so the method does not notice if one
  /// object inside the value became two. A value with a custom mirror is compared by its mirror, and also as a whole.
  /// If the method can compare a property in none of these ways, as with a closure, it returns the path of the
  /// property. An `unowned` reference whose target was deallocated ends the process.
  ///
  /// - Parameters:
  ///   - root: The root of the graph. The method does not change the graph.
  ///   - excused: The names of properties whose loss is no error, such as lazy properties and caches. `Type.property`
  ///     means the property of one type, and `property` the property of this name in every type.
  /// - Returns: For each property that the method cannot compare, the first path to the property.
  /// - Throws: An ``IncompleteCopyError`` that lists the lost properties, or the errors of ``copy(_:userInfo:)``.
  /// - Complexity: O(*n*) in the number of stored values of the graph; reflection is slow.
  @discardableResult
  public static func verifyCopy<Root: Codable>(
    of root: Root, ignoring excused: Set<String> = []
  ) throws -> [String] {
    try pool.withSession { session in
      let copy = try session.copy(root, userInfo: [:])
      // The copy ends here, its cycles included.
      defer { session.breakCycles() }
      var verifier = CopyVerifier(session, excused: excused)
      let losses = verifier.losses(from: root, to: copy)
      if !losses.isEmpty { throw IncompleteCopyError(losses: losses) }
      return verifier.unread
    }
  }
}
