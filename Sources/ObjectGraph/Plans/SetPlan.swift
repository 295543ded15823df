/// The plan of a set, which is copied member by member without its own coding.
final class SetPlan<Element: Codable & Hashable>: Plan<Set<Element>> {
  private var knownElement: Plan<Element>?

  init() {
    super.init(isByValue: Set<Element>.self is any CopiedByValue.Type)
  }

  override func copy(_ source: UnsafePointer<Set<Element>>, _ session: GraphSession) throws -> Set<
    Element
  > {
    if isByValue { return source.pointee }
    let plan = element(session)
    let path = session.path
    let place = path.pointee.pushIndex()
    defer { path.pointee.truncate(to: place) }
    var copy = Set<Element>(minimumCapacity: source.pointee.count)
    for (position, member) in source.pointee.enumerated() {
      path.pointee.setIndex(position, at: place)
      let memberCopy = try withUnsafePointer(to: member) { try plan.copy($0, session) }
      if !copy.insert(memberCopy).inserted { throw session.collision(of: memberCopy) }
    }
    return copy
  }

  private func element(_ session: GraphSession) -> Plan<Element> {
    if let knownElement { return knownElement }
    let plan = session.plan(for: Element.self)
    knownElement = plan
    return plan
  }

  override func finish(_ source: UnsafePointer<Set<Element>>, _ record: Record) throws -> Set<
    Element
  > {
    try Set<Element>(from: record)
  }

  override var hasMembers: Bool { true }

  override func alignMembers(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ oldRecord: Record, _ newRecord: Record
  ) -> Int {
    let old = old.assumingMemoryBound(to: Set<Element>.self).pointee
    let new = new.assumingMemoryBound(to: Set<Element>.self).pointee
    let oldContainer = UnkeyedEncoding(record: oldRecord)
    let newContainer = UnkeyedEncoding(record: newRecord)
    var common = 0
    for member in old {
      guard let position = new.firstIndex(of: member) else { continue }
      oldContainer.append(member)
      newContainer.append(new[position])
      common += 1
    }
    for member in old where !new.contains(member) { oldContainer.append(member) }
    for member in new where !old.contains(member) { newContainer.append(member) }
    return common
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Set<Element>.self).pointee.encode(to: record)
  }
}

extension Set: GraphContainer where Element: Codable {
  static func makePlan() -> TypePlan {
    SetPlan<Element>()
  }
}
