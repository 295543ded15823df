extension GraphComparer {
  /// Compares what two values encoded.
  mutating func compareContents(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: PathNode
  ) throws {
    let kind = old.tape.pointee.kind
    guard kind == new.tape.pointee.kind else {
      return report(.changed, oldPlace, newPlace, path)
    }
    switch kind {
    case .empty: break
    case .single: try compareSingles(old, new, oldPlace, newPlace, path)
    case .keyed: try compareKeyed(old, new, path)
    case .unkeyed: try compareUnkeyed(old, new, path)
    }
  }

  private mutating func compareSingles(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: PathNode
  ) throws {
    let inner = (Place(record: old, index: 0), Place(record: new, index: 0))
    guard isFilled(inner.0), isFilled(inner.1) else {
      if isFilled(inner.0) != isFilled(inner.1) { report(.changed, oldPlace, newPlace, path) }
      return
    }
    // A value that ends in itself, as a number does, has no more to tell than that it differs.
    if inner.0.slot.typeID == oldPlace.slot.typeID, inner.1.slot.typeID == newPlace.slot.typeID {
      return report(.changed, oldPlace, newPlace, path)
    }
    compare(inner.0, inner.1, path)
  }

  private mutating func compareKeyed(_ old: Record, _ new: Record, _ path: PathNode) throws {
    for index in 0..<old.tape.pointee.storage.count {
      let oldPlace = Place(record: old, index: index)
      guard isFilled(oldPlace) else { continue }
      let name = old.tape.pointee.layout.pointee.entries[index].key
      let step = path.appending(name)
      if let newPlace = place(of: name, in: new) {
        compare(oldPlace, newPlace, step)
      } else if try !isNil(oldPlace) {
        compare(oldPlace, nil, step)
      }
    }
    for index in 0..<new.tape.pointee.storage.count {
      let newPlace = Place(record: new, index: index)
      guard isFilled(newPlace) else { continue }
      let name = new.tape.pointee.layout.pointee.entries[index].key
      if place(of: name, in: old) == nil, try !isNil(newPlace) {
        compare(nil, newPlace, path.appending(name))
      }
    }
  }

  /// Compares by position, between what both have in common at the start and at the end.
  private mutating func compareUnkeyed(_ old: Record, _ new: Record, _ path: PathNode) throws {
    let oldCount = old.tape.pointee.storage.count
    let newCount = new.tape.pointee.storage.count
    var start = 0
    var end = 0
    if oldCount != newCount {
      let shorter = min(oldCount, newCount)
      while start < shorter, try areEqual(at(old, start), at(new, start)) { start += 1 }
      while end < shorter - start,
        try areEqual(at(old, oldCount - 1 - end), at(new, newCount - 1 - end))
      {
        end += 1
      }
    }
    let common = min(oldCount, newCount) - end
    for index in 0..<common {
      compare(at(old, index), at(new, index), path.appending(String(index)))
    }
    for index in common..<(oldCount - end) {
      compare(at(old, index), nil, path.appending(String(index)))
    }
    for index in common..<(newCount - end) {
      compare(nil, at(new, index), path.appending(String(index)))
    }
    for back in (0..<end).reversed() {
      let index = newCount - 1 - back
      compare(at(old, oldCount - 1 - back), at(new, index), path.appending(String(index)))
    }
  }

  private func at(_ record: Record, _ index: Int) -> Place {
    Place(record: record, index: index)
  }

  private func isFilled(_ place: Place) -> Bool {
    place.record.tape.pointee.storage.isFilled(place.index)
  }

  private func place(of name: String, in record: Record) -> Place? {
    guard let index = record.tape.pointee.slotForReading(named: name) else { return nil }
    return Place(record: record, index: index)
  }
}
