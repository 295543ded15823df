extension GraphComparer {
  /// How many members of two sets that are not equal by their own `==` are matched by contents.
  private static var matchLimit: Int { 256 }

  /// Compares two sets by their members.
  ///
  /// Members are matched by their own `==` first. Those left over, such as objects that are equal to
  /// themselves only, are matched by their contents.
  mutating func compareMembers(
    _ plan: TypePlan, _ old: Slot, _ new: Slot, _ path: PathNode
  ) throws {
    let oldRecord = session.takeRecord(layout: session.blankLayout.table)
    let newRecord = session.takeRecord(layout: session.blankLayout.table)
    oldRecord.begin(.unkeyed)
    newRecord.begin(.unkeyed)
    let common = plan.alignMembers(old.value, new.value, oldRecord, newRecord)
    for index in 0..<common {
      compare(Place(record: oldRecord, index: index), Place(record: newRecord, index: index), path)
    }
    var added = (common..<max(common, newRecord.tape.pointee.storage.count)).map {
      Place(record: newRecord, index: $0)
    }
    for index in common..<max(common, oldRecord.tape.pointee.storage.count) {
      let member = Place(record: oldRecord, index: index)
      if let match = try added.prefix(Self.matchLimit).firstIndex(where: {
        try areEqual(member, $0)
      }) {
        compare(member, added.remove(at: match), path)
      } else {
        compare(member, nil, path)
      }
    }
    for member in added { compare(nil, member, path) }
  }
}
