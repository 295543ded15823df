extension Graph {
  /// Finds the objects that a copy of `root` copies.
  ///
  /// The result contains no value that is ``CopiedByValue``, and no object to which only weak back references lead.
  /// `encode(to:)` of the types runs on the calling thread.
  ///
  /// - Parameter root: The root of the graph.
  /// - Returns: The objects by their identities, each with the first path that leads to the object.
  /// - Throws: The errors that `encode(to:)` of the types throws.
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

/// An object of a graph, with its place in the graph.
package struct GraphObject {
  package let object: AnyObject
  let place: GraphPath

  /// The coding path of the object; the property makes the text when it is read.
  package var path: String { place.text }
}
