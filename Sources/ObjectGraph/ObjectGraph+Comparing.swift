extension Graph {
  /// Finds where two graphs differ.
  ///
  /// ```swift
  /// for difference in try Graph.differences(from: before, to: after) {
  ///   print(difference)  // `items.3.title`: "Draft" became "Final"
  /// }
  /// ```
  ///
  /// Compared is what the types encode, value by value. Objects are the same when their contents
  /// are and when they are shared alike: two paths that lead to one object in one graph and to two in
  /// the other are a difference. Arrays are compared by position, except that what was inserted or
  /// removed in one place is reported as such; sets by their members, dictionaries by their keys.
  /// Numbers that are no numbers are equal to each other. A weak back reference is compared by where
  /// it leads to.
  ///
  /// Everything that the types' own coding does, it does on the calling thread before this returns.
  ///
  /// - Parameters:
  ///   - old: The one graph.
  ///   - new: The other graph.
  ///   - limit: How many differences are collected before the search ends.
  ///   - describing: Turns the value at a path into the text that a difference shows, and may hide
  ///     it. It is called before any other description of the value is made. Its second argument is
  ///     the value itself, which it must not keep.
  /// - Returns: The differences in the order in which the old graph encodes itself.
  /// - Throws: The errors of the types' own encoding.
  /// - Complexity: O(*n*) in the number of values that are encoded; where arrays differ in length,
  ///   the elements after the insertion are compared twice.
  public static func differences<Root: Encodable>(
    from old: Root,
    to new: Root,
    limit: Int = 100,
    describing: (_ path: String, _ value: Any) -> String = {
      Graph.description(of: $1, at: $0)
    }
  ) throws -> [GraphDifference] {
    guard limit > 0 else { return [] }
    return try pool.withSession { session in
      defer { session.forgetGraph() }
      return try withoutActuallyEscaping(describing) { describing in
        var comparer = GraphComparer(session, limit: limit, describing: describing)
        return try comparer.differences(from: old, to: new)
      }
    }
  }

  /// Whether two graphs have the same contents and the same sharing.
  ///
  /// The same comparison as ``differences(from:to:limit:describing:)``, which ends at the first
  /// difference.
  ///
  /// - Parameters:
  ///   - first: The one graph.
  ///   - second: The other graph.
  /// - Returns: Whether there is no difference.
  /// - Throws: The errors of the types' own encoding.
  /// - Complexity: O(*n*) in the number of values that are encoded; O(1) for one object compared
  ///   with itself.
  public static func isEqual<Root: Encodable>(_ first: Root, _ second: Root) throws -> Bool {
    if Root.self is AnyClass, first as AnyObject === second as AnyObject { return true }
    return try differences(from: first, to: second, limit: 1, describing: { _, _ in "" }).isEmpty
  }

  /// The text that a difference shows for a value unless the caller describes values itself.
  ///
  /// Strings are quoted, objects are named by their class, and long texts are cut.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: Where it is, which does not matter here.
  /// - Returns: A text of one line for most values.
  public static func description(of value: Any, at path: String) -> String {
    let text = (value as? String).map { "\"\($0)\"" } ?? String(describing: value)
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}
