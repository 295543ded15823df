extension CopyVerifier {
  /// Compares two dictionaries key by key, where the keys can be found again.
  mutating func compareDictionaries(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) entries became \(new.children.count)")
    }
    var others: [AnyHashable: Any] = [:]
    for child in new.children {
      if let (key, value) = Self.entry(child.value) { others[key] = value }
    }
    for child in old.children {
      guard let (key, value) = Self.entry(child.value), let other = others[key] else { continue }
      add(value, other, pair.path.appending("\(key.base)"), pair.property)
    }
  }

  /// Compares two sets member by member, where the members can be found again.
  mutating func compareSets(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) members became \(new.children.count)")
    }
    var others: [AnyHashable: Any] = [:]
    for child in new.children {
      if let member = child.value as? AnyHashable { others[member] = child.value }
    }
    for child in old.children {
      guard let member = child.value as? AnyHashable, let other = others[member] else { continue }
      add(child.value, other, pair.path, pair.property)
    }
  }

  private static func entry(_ child: Any) -> (AnyHashable, Any)? {
    let parts = Array(Mirror(reflecting: child).children)
    guard parts.count == 2, let key = parts[0].value as? AnyHashable else { return nil }
    return (key, parts[1].value)
  }
}
