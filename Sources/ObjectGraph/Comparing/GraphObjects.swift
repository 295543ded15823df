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
      defer { session.forgetGraph() }
      var collector = ObjectCollector(session)
      return try collector.objects(of: root)
    }
  }
}

/// An object of a graph, and where it is.
package struct GraphObject {
  package let object: AnyObject
  fileprivate let place: GraphPath

  /// The coding path, made on demand.
  package var path: String { place.text }
}

/// Traverses a graph by what its types encode, with a list of what remains instead of recursion.
private struct ObjectCollector {
  private typealias Place = GraphComparer.Place

  private let session: GraphSession
  private var objects: [ObjectIdentifier: GraphObject] = [:]
  private var rest: [(place: Place, path: GraphPath)] = []

  init(_ session: GraphSession) {
    self.session = session
  }

  mutating func objects(of root: some Encodable) throws -> [ObjectIdentifier: GraphObject] {
    rest = [(GraphComparer.place(of: root, session), .root)]
    while let (place, path) = rest.popLast() {
      let first = rest.count
      try visit(place, path)
      // What was just added comes next, in its order.
      rest[first...].reverse()
    }
    return objects
  }

  private mutating func visit(_ place: Place, _ path: GraphPath) throws {
    let slot = place.slot
    guard slot.isFilled, !slot.isNilMarker else { return }
    if slot.holdsRecord {
      let record = place.record.nested(at: place.index)
      record.pathNode = path
      return addContents(record, path)
    }
    let plan = unsafe slot.anyPlan
    if unsafe plan.isByValue || plan.weakTarget(slot.value) != nil { return }
    if let object = unsafe plan.object(slot.value) {
      let id = ObjectIdentifier(object)
      guard objects[id] == nil else { return }
      objects[id] = GraphObject(object: object, place: path)
    }
    let record = try GraphComparer.open(slot, session, path)
    switch plan.arrangement {
    case .ordered:
      let inner = Place(record: record, index: 0)
      // A value that encodes itself as itself has no contents.
      if unsafe record.tape.pointee.kind == .single, unsafe record.tape.pointee.storage.isFilled(0),
        inner.slot.typeID == slot.typeID
      {
        return
      }
      addContents(record, path)
    case .members:
      addContents(record, path)
    case .entries:
      for index in unsafe 0..<record.tape.pointee.storage.count {
        let key = Place(record: record, index: index / 2 * 2)
        let step = path.appending(GraphComparer.keyName(key))
        rest.append((Place(record: record, index: index), step))
      }
    }
  }

  private mutating func addContents(_ record: Record, _ path: GraphPath) {
    for index in unsafe 0..<record.tape.pointee.storage.count {
      let step: GraphPath
      switch unsafe record.tape.pointee.kind {
      case .keyed:
        step = unsafe path.appending(record.tape.pointee.layout.pointee.entries[index].key)
      case .unkeyed: step = path.appending(String(index))
      case .single, .empty: step = path
      }
      rest.append((Place(record: record, index: index), step))
    }
  }
}
