/// The plan of a set, which is copied member by member without its own coding.
final class SetPlan<Element: Codable & Hashable>: Plan<Set<Element>> {
  private lazy var element = session.plan(for: Element.self)

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<Set<Element>>) throws -> Set<Element> {
    let place = session.path.pushIndex()
    defer { session.path.truncate(to: place) }
    var copy = Set<Element>(minimumCapacity: source.pointee.count)
    for (position, member) in source.pointee.enumerated() {
      session.path.setIndex(position, at: place)
      let memberCopy = try withUnsafePointer(to: member) { try element.copy($0) }
      if !copy.insert(memberCopy).inserted { throw session.collision(of: memberCopy) }
    }
    return copy
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Set<Element>.self).pointee.encode(to: record)
  }
}

extension Set: GraphContainer where Element: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    SetPlan<Element>(session: session)
  }
}
