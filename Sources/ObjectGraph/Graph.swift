public import ValueReflection

/// Marks a type whose values no text of this library shows.
public typealias Redactable = ValueReflection.Redactable

/// Copies, compares and verifies graphs of Swift objects through `Codable`.
///
/// ```swift
/// let copy = try Graph.copy(library)
/// ```
///
/// Unlike a round trip through JSON, a copy keeps the identity of objects: a shared object stays
/// shared, an instance of a subclass keeps its class, and a cycle survives where one of its
/// references is a ``BackReference`` or a ``StrongBackReference``.
///
/// ## Thread safety
/// Safe from any thread, because calls share no state. The caller ensures that no other thread
/// changes the graph during a call.
public enum Graph {
  static let pool = SessionPool()

  /// Makes a deep copy of `root`.
  ///
  /// - An object that is reached along several paths is copied once. The copy is reached along the
  ///   same paths.
  /// - An instance of a subclass is copied as an instance of that subclass. Its own properties
  ///   survive if the subclass encodes them.
  /// - A value that is ``CopiedByValue`` is retained, not encoded.
  /// - A property that its type does not encode is not part of the copy.
  ///
  /// The types' own coding runs on the calling thread, before this method returns.
  ///
  /// - Parameters:
  ///   - root: The graph. The copy does not change it.
  ///   - userInfo: The `userInfo` of the encoders and decoders that the types' own coding receives.
  /// - Returns: A graph that shares no mutable object with `root` and may be sent to any isolation.
  /// - Throws: An `EncodingError` with the full path when an object is reached from itself, when the
  ///   copies of two members of a set or of two keys are equal, and when the hash of a member or key
  ///   depends on a back reference; otherwise the errors of the types' own coding.
  /// - Complexity: O(*n*) in the number of values that are encoded.
  public static func copy<Root: Codable>(
    _ root: Root, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> sending Root {
    // 1. Nothing else refers to the copy: every mutable object in it was made during this call.
    // 2. The values that it shares with `root` are `Sendable`, by `CopiedByValue`.
    nonisolated(unsafe) let copy = try pool.withSession { try $0.copy(root, userInfo: userInfo) }
    return unsafe copy
  }

  /// Finds where two graphs differ.
  ///
  /// ```swift
  /// for difference in try Graph.differences(from: before, to: after) {
  ///   print(difference)  // `items.3.title`: "Draft" became "Final"
  /// }
  /// ```
  ///
  /// The comparison covers what the types encode:
  ///
  /// - Two objects are equal if their contents and their sharing are. Two paths that lead to one
  ///   object in one graph and to two objects in the other are a difference.
  /// - Arrays are compared by position. Elements inserted or removed in one place are reported as
  ///   such.
  /// - Sets are compared by their members, dictionaries by their keys. Members and keys belong
  ///   together by what they encode and by their sharing, not by their `==`: two graphs are equal if
  ///   some pairing of their objects makes them so.
  /// - NaN values compare equal, those of a `Date` too.
  /// - A weak back reference is compared by the place of its target.
  /// - A value of a ``Redactable`` type is one difference, at its own path, and shown as a mask. So are values
  ///   below a name such as "password" or "token", and the keys of dictionaries there.
  ///
  /// The types' own coding runs on the calling thread, before this method returns.
  ///
  /// - Parameters:
  ///   - old: The first graph.
  ///   - new: The second graph.
  ///   - limit: The number of differences after which the comparison ends.
  ///   - describing: Returns the text that a difference shows for the value at a path, so that it
  ///     can hide the value. It receives the path and the value, which it must not keep, and is
  ///     called before any other description of the value is made. Unless given, strings are quoted and
  ///     objects described by their class, in at most 200 characters; texts that would be alike, such as
  ///     those of dates less than a second apart, show what differs.
  /// - Returns: The differences in the order in which the old graph encodes itself.
  /// - Throws: The errors of the types' own encoding; an `EncodingError` when members, keys or the elements
  ///   of arrays that differ in length are in a cycle without a back reference, and one that says so when the
  ///   graphs contain sets or dictionaries of objects that look alike, and no pairing that was tried
  ///   within the budget of 1,000,000 steps and 20 more for each value fits.
  /// - Complexity: O(*n*) in the number of values that are encoded. Where arrays differ in length, or
  ///   objects are members of sets or keys of dictionaries, O(*n* log *n*), and O(*n*) memory; once more
  ///   for each such array or set around values without identity.
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

  /// Whether two graphs have the same contents and the same sharing.
  ///
  /// The rules are those of ``differences(from:to:limit:describing:)``. The comparison ends at the
  /// first difference.
  ///
  /// - Parameters:
  ///   - first: The first graph.
  ///   - second: The second graph.
  /// - Returns: Whether there is no difference.
  /// - Throws: The errors of ``differences(from:to:limit:describing:)``.
  /// - Complexity: That of ``differences(from:to:limit:describing:)``, O(1) for an object and itself.
  public static func isEqual<Root: Encodable>(_ first: Root, _ second: Root) throws -> Bool {
    if Root.self is AnyClass, first as AnyObject === second as AnyObject { return true }
    return try pool.withSession { session in
      var comparer = GraphComparer(session: session, limit: 1, describing: nil)
      return try comparer.differences(from: first, to: second).isEmpty
    }
  }

  /// Describes a value as a difference does by default.
  ///
  /// Strings are quoted, objects are described by their class, and a text is cut after 200
  /// characters.
  ///
  /// A component of `path` with a word such as "password" or "token" hides the value, and so does a
  /// ``Redactable`` type.
  package static func description(of value: Any, at path: String) -> String {
    let text = safeText(of: value, at: path) { value in
      (value as? String).map { "\"\($0)\"" } ?? "\(value)"
    }
    return shortened(text[...])
  }

  private static func shortened(_ text: Substring) -> String {
    text.count > 200 ? text.prefix(200) + "…" : String(text)
  }

  /// Describes two values whose descriptions are alike, by what differs.
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

  /// Copies a graph, and compares the stored properties of the copy with those of the original by
  /// reflection, in a test or a debug build.
  ///
  /// ```swift
  /// @Test func theStateSurvivesCopying() throws {
  ///   try Graph.verifyCopy(of: AppState.sample, ignoring: ["Library.searchIndex"])
  /// }
  /// ```
  ///
  /// This finds what a copy cannot: a property that `encode(to:)` omits, a subclass that does not encode
  /// its own properties, an object that is shared in the original only. An object that both graphs have
  /// in common is a loss of each property that leads to it, if its class is `Codable` or a
  /// ``CopiedByValue`` value contains it, unless the class itself is marked. Pass the storage of a
  /// copy-on-write type as `ignoring`. A loss is visible only where the value in `root` differs from the
  /// one that decoding leaves there, so give every property of the sample a value other than its default.
  ///
  /// Members of sets and keys of dictionaries are found by the identity of their copies, and by `==`
  /// if they are values. So a member that `==` does not find, a changed key, two objects that became
  /// one, and a set or dictionary that does not find its own elements are losses as well.
  ///
  /// The types of the system are compared as a whole, by `==` or by what they encode, so sharing inside of
  /// them does not count. A type with a custom mirror is compared by what that mirror shows, and as a whole.
  /// A property that cannot be compared in any of these ways, such as a closure, cannot be read. An
  /// `unowned` reference whose target was deallocated ends the process, as any access to it does.
  ///
  /// - Parameters:
  ///   - root: The graph. The copy does not change it.
  ///   - excused: The properties that need not survive, such as lazy properties and caches, as
  ///     `Type.property`, or as `property` for all types.
  /// - Returns: The first path of each property that cannot be read, so that nothing is known of its copy.
  /// - Throws: An ``IncompleteCopyError`` that lists the lost properties, and the errors of
  ///   ``copy(_:userInfo:)``.
  /// - Complexity: O(*n*) in the number of stored values of the graph, at the speed of reflection.
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
