/// Compares sets and dictionaries, whose members and keys must be paired first.
extension GraphComparer {
  /// The members of two sets, or the entries of two dictionaries.
  struct Unordered {
    let old: Record
    let new: Record
    let areExact: Bool
    /// Whether a value follows each member, which is a key.
    let hasValues: Bool

    init(_ old: Record, _ new: Record, areExact: Bool, hasValues: Bool) {
      self.old = old
      self.new = new
      self.areExact = areExact
      self.hasValues = hasValues
    }

    private var width: Int { hasValues ? 2 : 1 }
    var oldCount: Int { unsafe old.tape.pointee.storage.count / width }
    var newCount: Int { unsafe new.tape.pointee.storage.count / width }

    func member(_ index: Int, isOld: Bool) -> Place {
      Place(record: isOld ? old : new, index: index * width)
    }

    func value(_ index: Int, isOld: Bool) -> Place {
      Place(record: isOld ? old : new, index: index * width + 1)
    }
  }

  mutating func compareUnordered(
    _ both: Unordered, _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    if describing == nil, both.oldCount != both.newCount {
      return report(.changed, oldPlace, newPlace, path)
    }
    if !both.areExact, contents == nil { return needsContents = true }
    let equals = unsafe oldPlace.slot.anyPlan.matchMembers(oldPlace.slot.value, newPlace.slot.value)
    let partners = both.areExact ? equals : try pairedByContents(both, equals)
    var isPaired = Array(repeating: false, count: both.newCount)
    for (index, partner) in partners.enumerated() {
      if let partner { isPaired[partner] = true }
      compareMembers(both, index, partner, path)
    }
    for index in isPaired.indices where !isPaired[index] {
      compareMembers(both, nil, index, path)
    }
  }

  private mutating func compareMembers(
    _ both: Unordered, _ old: Int?, _ new: Int?, _ path: GraphPath
  ) {
    let oldMember = old.map { both.member($0, isOld: true) }
    let newMember = new.map { both.member($0, isOld: false) }
    guard both.hasValues else { return compare(oldMember, newMember, path) }
    let step = path.appending((oldMember ?? newMember).map(Self.keyName) ?? "")
    if let oldMember, let newMember { compare(oldMember, newMember, step) }
    compare(
      old.map { both.value($0, isOld: true) }, new.map { both.value($0, isOld: false) }, step)
  }

  /// The name of a key in a path.
  static func keyName(_ key: Place) -> String {
    let value = unsafe key.slot.anyPlan.any(key.slot.value)
    if let key = value as? any CodingKeyRepresentable { return key.codingKey.stringValue }
    return unsafe key.slot.anyPlan.object(key.slot.value).map { "\(type(of: $0))" }
      ?? safeDescription(of: value)
  }

  /// For each old member a new one: the one that it corresponds to elsewhere, one with the same
  /// contents, or the one that is equal by `==`.
  private func pairedByContents(_ both: Unordered, _ equals: [Int?]) throws -> [Int?] {
    guard let contents else { return equals }
    var partners: [Int?] = Array(repeating: nil, count: both.oldCount)
    var isTaken = Array(repeating: false, count: both.newCount)
    func pair(_ old: Int, _ new: Int?) {
      guard partners[old] == nil, let new, !isTaken[new] else { return }
      partners[old] = new
      isTaken[new] = true
    }
    let known = Dictionary(
      (0..<both.newCount).compactMap { index in
        object(both.member(index, isOld: false)).map { (ObjectIdentifier($0), index) }
      }, uniquingKeysWith: { first, _ in first })
    for old in 0..<both.oldCount {
      guard let object = object(both.member(old, isOld: true)) else { continue }
      guard let partner = self.partners.partner(of: object) else { continue }
      pair(old, known[ObjectIdentifier(partner)])
    }
    for withValues in [true, false] {
      func digest(_ index: Int, _ isOld: Bool) throws -> [GraphFingerprint] {
        let member = try contents.digest(of: both.member(index, isOld: isOld), isOld: isOld)
        guard both.hasValues, withValues else { return [member] }
        return [member, try contents.digest(of: both.value(index, isOld: isOld), isOld: isOld)]
      }
      let digests = try (0..<both.oldCount).map { try digest($0, true) }
      let others = try (0..<both.newCount).map { try digest($0, false) }
      for (old, new) in equals.enumerated() {
        if let new, digests[old] == others[new] { pair(old, new) }
      }
      var candidates: [[GraphFingerprint]: [Int]] = [:]
      for new in others.indices.reversed() where !isTaken[new] {
        candidates[others[new], default: []].append(new)
      }
      for old in digests.indices where partners[old] == nil {
        pair(old, candidates[digests[old]]?.popLast())
      }
    }
    for (old, new) in equals.enumerated() { pair(old, new) }
    return partners
  }

  func object(_ place: Place) -> AnyObject? {
    let slot = place.slot
    return unsafe slot.isFilled && !slot.isNilMarker && !slot.holdsRecord
      ? slot.anyPlan.object(slot.value) : nil
  }
}
