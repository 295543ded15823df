internal import ValueReflection

/// Decides which values of two records are compared with each other.
extension GraphComparer {
  func keyedSteps(_ old: Record, _ new: Record) throws -> [Step] {
    var steps: [Step] = []
    for place in Self.places(in: old) {
      let partner = unsafe new.tape.pointee.slotForReading(named: place.key)
      if try partner == nil && isNull(place) { continue }
      steps.append(Step(old: place.index, new: partner))
    }
    for place in Self.places(in: new)
    where unsafe old.tape.pointee.slotForReading(named: place.key) == nil {
      if try !isNull(place) { steps.append(Step(old: nil, new: place.index)) }
    }
    return steps
  }

  /// The places of the values of a record, or of each of so many.
  private static func places(in record: Record, each width: Int = 1) -> [Place] {
    unsafe stride(from: 0, to: record.tape.pointee.storage.count, by: width)
      .map { Place(record: record, index: $0) }.filter(\.isFilled)
  }

  /// The elements by position, apart from the equal ones at the start and at the end.
  func alignedSteps(_ old: Record, _ new: Record) throws -> [Step] {
    let oldCount = unsafe old.tape.pointee.storage.count
    let newCount = unsafe new.tape.pointee.storage.count
    let shorter = min(oldCount, newCount)
    func areAlike(_ oldIndex: Int, _ newIndex: Int) throws -> Bool {
      try self.areAlike(Place(record: old, index: oldIndex), Place(record: new, index: newIndex))
    }
    var start = 0
    while start < shorter, try areAlike(start, start) { start += 1 }
    var end = 0
    while end < shorter - start, try areAlike(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
    let common = shorter - end
    return (0..<common).map { Step(old: $0, new: $0) }
      + (common..<(oldCount - end)).map { Step(old: $0, new: nil) }
      + (common..<(newCount - end)).map { Step(old: nil, new: $0) }
      + (0..<end).map { Step(old: oldCount - end + $0, new: newCount - end + $0) }
  }

  /// Whether two elements have equal contents, apart from their sharing and their back references.
  private func areAlike(_ oldPlace: Place, _ newPlace: Place) throws -> Bool {
    let (old, new) = (oldPlace.slot, newPlace.slot)
    guard old.typeID == new.typeID else { return false }
    if case .leaf(let type) = unsafe old.typePlan.comparison {
      if unsafe type.areSame(old.value, new.value) { return true }
      if !type.hasContents { return false }
    }
    let contents = try knownContents()
    return try contents.digest(of: oldPlace, isOld: true)
      == contents.digest(of: newPlace, isOld: false)
  }

  /// The contents of both graphs, which only a second walk has.
  func knownContents() throws -> GraphContents {
    guard let contents else { throw Restart.withContents }
    return contents
  }
}

// MARK: Sets and dictionaries

extension GraphComparer {
  /// The steps through two sets or dictionaries.
  func unorderedSteps(
    _ oldRecord: Record, _ newRecord: Record, _ old: Slot, _ new: Slot, hasValues: Bool,
    isExact: Bool
  ) throws -> [Step] {
    let width = hasValues ? 2 : 1
    let olds = Self.places(in: oldRecord, each: width)
    let news = Self.places(in: newRecord, each: width)
    let equals =
      isCollecting ? Array(olds.indices) : unsafe old.anyPlan.matchMembers(old.value, new.value)
    var pairing = MemberPairing(olds.count, news.count)
    if !isExact, !isCollecting {
      try pairByContents(olds, news, equals, knownContents(), hasValues, &pairing)
    }
    pairing.pair(equals)
    func steps(_ old: Int?, _ new: Int?) -> [Step] {
      let members = Step(old: old.map { $0 * width }, new: new.map { $0 * width })
      guard hasValues else { return [members] }
      let values = Step(old: members.old.map { $0 + 1 }, new: members.new.map { $0 + 1 })
      return old == nil || new == nil ? [values] : [members, values]
    }
    return pairing.partners.enumerated().flatMap { steps($0.offset, $0.element) }
      + pairing.isTaken.indices.filter { !pairing.isTaken[$0] }.flatMap { steps(nil, $0) }
  }

  /// The name of a key in a path.
  static func keyName(_ key: Place) -> String {
    let value = unsafe key.slot.anyPlan.any(key.slot.value)
    if let key = value as? any CodingKeyRepresentable { return key.codingKey.stringValue }
    return unsafe key.slot.anyPlan.object(key.slot.value).map { "\(type(of: $0))" }
      ?? safeText(of: value) { "\($0)" }
  }

  /// Pairs each old member with the new one that it corresponds to elsewhere, or one with the same
  /// contents.
  private func pairByContents(
    _ olds: [Place], _ news: [Place], _ equals: [Int?], _ contents: GraphContents,
    _ hasValues: Bool, _ pairing: inout MemberPairing
  ) throws {
    var known: [ObjectIdentifier: Int] = [:]
    for (index, place) in news.enumerated().reversed() {
      if let object = object(place) { known[ObjectIdentifier(object)] = index }
    }
    pairing.pair(
      olds.map { place in
        object(place)
          .flatMap { unsafe session.identities.pointee.copy(of: $0) }
          .flatMap { known[ObjectIdentifier($0)] }
      })
    for withValues in hasValues ? [true, false] : [false] {
      func digests(_ places: [Place], isOld: Bool) throws -> [[GraphFingerprint]] {
        try places.map { place in
          let value = Place(record: place.record, index: place.index + 1)
          return try (withValues ? [place, value] : [place])
            .map { try contents.digest(of: $0, isOld: isOld) }
        }
      }
      pairing.pair(
        try digests(olds, isOld: true), try digests(news, isOld: false), preferring: equals)
    }
  }
}

/// Which members of two sets, or keys of two dictionaries, belong together.
struct MemberPairing {
  /// For each old member the position of the new one.
  private(set) var partners: [Int?]
  /// Whether each new member has a partner.
  private(set) var isTaken: [Bool]

  init(_ oldCount: Int, _ newCount: Int) {
    partners = Array(repeating: nil, count: oldCount)
    isTaken = Array(repeating: false, count: newCount)
  }

  /// Pairs the old members with the new ones at these positions, unless one of the two has a partner.
  mutating func pair(_ positions: [Int?]) {
    for (old, new) in positions.enumerated() { pair(old, new) }
  }

  /// Pairs members with equal signatures, those at the preferred positions first.
  mutating func pair<Signature: Hashable>(
    _ olds: [Signature], _ news: [Signature], preferring positions: [Int?] = []
  ) {
    for case (let old, let new?) in positions.enumerated() where olds[old] == news[new] {
      pair(old, new)
    }
    var candidates: [Signature: [Int]] = [:]
    for new in news.indices.reversed() where !isTaken[new] {
      candidates[news[new], default: []].append(new)
    }
    for old in olds.indices where partners[old] == nil {
      pair(old, candidates[olds[old]]?.popLast())
    }
  }

  private mutating func pair(_ old: Int, _ new: Int?) {
    guard partners[old] == nil, let new, !isTaken[new] else { return }
    partners[old] = new
    isTaken[new] = true
  }
}

/// The contents of the values of both graphs, as digests that are equal for equal contents.
final class GraphContents {
  private var old: Fingerprinter
  private var new: Fingerprinter

  init(
    _ old: GraphComparer.Place, _ new: GraphComparer.Place, _ session: GraphSession
  ) throws {
    self.old = try Fingerprinter(old, session)
    self.new = try Fingerprinter(new, session)
  }

  /// Whether the contents and the sharing are equal.
  func areEqual() throws -> Bool {
    guard old.contents == new.contents else { return false }
    var graphs = (
      old.sharing.colored(root: old.contents), new.sharing.colored(root: new.contents)
    )
    graphs.0.refine()
    graphs.1.refine()
    return try IsomorphismSearch.succeeds(graphs.0, graphs.1)
  }

  /// The digest of the value at a place, apart from its sharing and its back references.
  func digest(of place: GraphComparer.Place, isOld: Bool) throws -> GraphFingerprint {
    try isOld ? old.digestAgain(place) : new.digestAgain(place)
  }
}
