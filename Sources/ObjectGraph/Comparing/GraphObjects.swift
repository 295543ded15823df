extension Graph {
  /// Finds the objects that a copy of `root` copies.
  ///
  /// A value that is ``CopiedByValue`` is not among them, nor is an object to which only weak back
  /// references lead. The types' own coding runs on the calling thread.
  ///
  /// - Parameter root: The graph.
  /// - Returns: The objects with the first path that leads to each, by their identities.
  /// - Throws: The errors of the types' own encoding.
  /// - Complexity: O(*n*) in the number of values that are encoded.
  package static func objects(of root: some Encodable) throws -> [ObjectIdentifier: GraphObject] {
    try pool.withSession { session in
      // They are those that the graph has when it is compared with itself.
      var comparer = GraphComparer(session: session, limit: .max, describing: nil)
      (comparer.keepsPaths, comparer.isCollecting) = (true, true)
      let place = GraphComparer.place(of: root, session)
      try comparer.walk(place, place)
      return comparer.objects.old
    }
  }
}

/// An object of a graph, and where it is.
package struct GraphObject {
  package let object: AnyObject
  let place: GraphPath

  /// The coding path, made on demand.
  package var path: String { place.text }
}
