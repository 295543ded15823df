import ReduxBridge
import ReduxSessions

extension JSONValue {
  /// One step from one tree to another.
  struct Change: Sendable, Equatable, Encodable {
    let path: [String]
    /// Where elements of an array are inserted or removed; nil when a value is replaced.
    var index: Int?
    /// The old value, or the elements that are removed; nil for a member that is new.
    let old: JSONValue?
    let new: JSONValue?
  }

  /// The changes that make the other tree of this one, sorted by name.
  ///
  /// In arrays of different lengths, what lies between the equal elements at both ends is exchanged.
  func changes(to other: JSONValue) -> [Change] {
    var changes: [Change] = []
    collectChanges(to: other, at: [], in: &changes)
    return changes
  }

  /// The member of an object, or the element of an array.
  func child(_ name: String) -> JSONValue? {
    guard case .array(let elements) = self else { return self[name] }
    return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  private func collectChanges(to other: JSONValue, at path: [String], in changes: inout [Change]) {
    switch (self, other) {
    case (.object(let old), .object(let new)):
      let (old, new) = (Self.byName(old), Self.byName(new))
      for (name, value) in old.merging(new, uniquingKeysWith: { first, _ in first }).sortedByKey
      where old[name] != new[name] {
        if old[name] != nil, let other = new[name] {
          value.collectChanges(to: other, at: path + [name], in: &changes)
        } else {
          changes.append(Change(path: path + [name], old: old[name], new: new[name]))
        }
      }
    case (.array(let old), .array(let new)):
      if old.count == new.count {
        for index in old.indices where old[index] != new[index] {
          old[index].collectChanges(to: new[index], at: path + ["\(index)"], in: &changes)
        }
        return
      }
      let common = min(old.count, new.count)
      var start = 0
      while start < common, old[start] == new[start] { start += 1 }
      var end = 0
      while end < common - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      changes.append(
        Change(
          path: path, index: start, old: .array(Array(old[start..<(old.count - end)])),
          new: .array(Array(new[start..<(new.count - end)]))))
    default:
      if self != other { changes.append(Change(path: path, old: self, new: other)) }
    }
  }
}
