extension UnsafeMutablePointer<Tape> {
  /// Stores `value` in the slot at `index`.
  @inline(__always)
  func store<Value: Encodable>(_ value: Value, at index: Int, expectedAt position: Int) {
    let layout = pointee.layout
    if position < layout.pointee.count {
      let expected = layout.pointee.entries + position
      if expected.pointee.typeID == ObjectIdentifier(Value.self),
        let plan = expected.pointee.plan
      {
        pointee.storage.store(
          value, at: index, plan: plan, isByValue: expected.pointee.isByValue,
          destroyer: expected.pointee.destroyer)
        return
      }
    }
    storeAndLearn(value, at: index, expectedAt: position)
  }

  private func storeAndLearn<Value: Encodable>(
    _ value: Value, at index: Int, expectedAt position: Int
  ) {
    let plan = pointee.session.takeUnretainedValue().encodablePlan(for: Value.self)
    store(value, at: index, plan: plan)
    let layout = pointee.layout
    if layout.pointee.layout.use == .blank { return }
    if layout.pointee.count == 0 { layout.pointee.append("") }
    guard position < layout.pointee.count else { return }
    let entry = layout.pointee.entries + position
    entry.pointee.typeID = plan.typeID
    entry.pointee.plan = Unmanaged.passUnretained(plan)
    entry.pointee.isByValue = plan.isByValue
    entry.pointee.destroyer = plan.destroyer
  }

  /// Stores `value`, whose plan is known.
  func store<Value>(_ value: Value, at index: Int, plan: TypePlan) {
    pointee.storage.store(
      value, at: index, plan: Unmanaged.passUnretained(plan), isByValue: plan.isByValue,
      destroyer: plan.destroyer)
  }
}

extension KeyedEncoding {
  /// The slot for `key`, most likely the next one.
  @inline(__always)
  func slotForWriting(_ key: some CodingKey) -> Int {
    let layout = tape.pointee.layout
    let cursor = tape.pointee.cursor
    if cursor < layout.pointee.count, layout.pointee.entries[cursor].isUnder(key) {
      tape.pointee.cursor = cursor + 1
      return cursor
    }
    return searchSlotForWriting(key)
  }

  private func searchSlotForWriting(_ key: some CodingKey) -> Int {
    let name = key.stringValue
    let cursor = tape.pointee.cursor
    if let known = tape.pointee.layout.pointee.position(of: name, from: cursor) {
      tape.pointee.cursor = known + 1
      return known
    }
    switch record.layout.use {
    case .ofRecord: break
    case .ofType: if !isCase(key) { record.use(record.layout.privateCopy()) }
    case .blank: record.use(record.layout.privateCopy())
    }
    tape.pointee.cursor = tape.pointee.layout.pointee.append(name) + 1
    return tape.pointee.cursor - 1
  }

  /// Whether `key` is a case of an enum without a payload: such keys are few and hold no data.
  private func isCase(_ key: some CodingKey) -> Bool {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }
}
