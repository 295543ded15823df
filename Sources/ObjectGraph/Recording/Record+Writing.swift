extension Record {
  /// Stores `value` in the slot at `index`.
  @inline(__always)
  func store<Value>(_ value: Value, at index: Int, plan: TypePlan) {
    storage.store(value, at: index, plan: plan)
  }

  /// Stores `value` under `key`, over what was there.
  func write<Value: Encodable, Key: CodingKey>(_ value: Value, forKey key: Key) {
    guard phase == .recording else { return }
    let index = slotForWriting(key)
    store(value, at: index, plan: plan(of: Value.self, expectedAt: index))
  }

  /// Stores `value` as the next element.
  func append<Value: Encodable>(_ value: Value) {
    guard phase == .recording else { return }
    let index = storage.count
    store(value, at: index, plan: plan(of: Value.self, expectedAt: 0))
  }

  /// Stores the one value.
  func setSingle<Value: Encodable>(_ value: Value) {
    guard phase == .recording else { return }
    if storage.count > 0 { noteMisuse("A single-value container was written to twice.") }
    store(value, at: 0, plan: plan(of: Value.self, expectedAt: 0))
  }

  /// Stores a nil under `key`.
  func writeNil<Key: CodingKey>(forKey key: Key) {
    guard phase == .recording else { return }
    store(NilMarker(), at: slotForWriting(key), plan: session.nilPlan)
  }

  /// Opens a record of its own under `key`.
  func nest<Key: CodingKey>(forKey key: Key) -> Record {
    guard phase == .recording else { return session.strayRecord() }
    return nest(at: slotForWriting(key))
  }

  /// Opens a record of its own as the next element.
  func nestNext() -> Record {
    guard phase == .recording else { return session.strayRecord() }
    return nest(at: storage.count)
  }

  private func nest(at index: Int) -> Record {
    let nested: Record
    if kind == .keyed, layout.isShared {
      let known = layout.entries[index].nested
      let layout = known ?? Layout(isShared: true)
      if known == nil { self.layout.entries[index].nested = layout }
      nested = session.takeRecord(layout: layout)
    } else {
      nested = session.takeRecord(layout: Layout(isShared: false))
    }
    nested.parent = self
    nested.slotInParent = index
    nested.depth = depth
    hasNested = true
    store(nested, at: index, plan: session.recordPlan)
    return nested
  }

  /// The plan of `Value`, which the slot at `index` most likely holds.
  @inline(__always)
  private func plan<Value: Encodable>(of type: Value.Type, expectedAt index: Int) -> TypePlan {
    if index < layout.count, let expected = layout.entries[index].plan,
      expected.typeID == ObjectIdentifier(type)
    {
      return expected
    }
    return learnPlan(of: type, at: index)
  }

  private func learnPlan<Value: Encodable>(of type: Value.Type, at index: Int) -> TypePlan {
    let plan = session.encodablePlan(for: type)
    if layout.count == 0 { layout.append("") }
    if index < layout.count { layout.entries[index].plan = plan }
    return plan
  }

  /// The slot for `key`, most likely the next one.
  @inline(__always)
  func slotForWriting<Key: CodingKey>(_ key: Key) -> Int {
    let name = key.stringValue
    if cursor < layout.count, layout.entries[cursor].key == name {
      cursor += 1
      return cursor - 1
    }
    return searchSlotForWriting(name, key)
  }

  private func searchSlotForWriting<Key: CodingKey>(_ name: String, _ key: Key) -> Int {
    if let known = layout.position(of: name, from: cursor) {
      cursor = known + 1
      return known
    }
    if layout.isShared, !isCase(key) { layout = layout.privateCopy() }
    cursor = layout.append(name) + 1
    return cursor - 1
  }

  /// Whether `key` is a case of an enum without a payload: such keys are few and hold no data.
  private func isCase<Key: CodingKey>(_ key: Key) -> Bool {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }
}

/// What stands in a slot for a nil that was encoded.
struct NilMarker: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
