extension Record {
  /// The value in the slot at `index` as another type than the one that was encoded.
  func convertedValue<Value: Decodable>(at index: Int, to type: Value.Type) throws -> Value {
    let slot = storage.slots[index]
    guard let plan = slot.plan else { throw valueNotFound(type, at: index) }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    enter(index)
    if plan === session.recordPlan { return try Value(from: nested(at: index)) }
    let wanted = session.decodablePlan(for: type)
    if wanted.isPrimitive { return try primitive(at: index, as: type) }
    if type is AnyClass, let object = try instance(at: index, of: type) { return object }
    return try Value(from: view(of: index))
  }

  /// A record of its own for the value at `index`, which tells how the value encodes itself.
  func open(_ index: Int) throws -> Record {
    let slot = storage.slots[index]
    guard let plan = slot.plan else { return session.strayRecord() }
    if plan === session.recordPlan { return nested(at: index) }
    let inner = session.takeRecord(layout: Layout(isShared: false))
    inner.attach(to: self, index)
    try plan.record(slot.value, into: inner)
    inner.seal()
    if let misuse = inner.misuse { throw misuse }
    if slot.isCopy { inner.markAllCopied() }
    return inner
  }

  /// A record whose single value is the one at `index`.
  func view(of index: Int) throws -> Record {
    if kind == .single { return self }
    let slot = storage.slots[index]
    guard let plan = slot.plan else { return session.strayRecord() }
    if plan === session.recordPlan { return nested(at: index) }
    let view = session.takeRecord(layout: Layout(isShared: false))
    view.attach(to: self, index)
    view.kind = .single
    plan.duplicate(slot.value, into: view)
    view.seal()
    if slot.isCopy { view.markAllCopied() }
    return view
  }

  /// An instance of the class `type`, by way of the identity map where the value is one.
  private func instance<Value: Decodable>(
    at index: Int, of type: Value.Type
  ) throws -> Value? {
    let slot = storage.slots[index]
    guard let plan = slot.plan, !plan.isPrimitive else { return nil }
    if let object = plan.object(slot.value) {
      guard object is Value else { return try Value(from: open(index)) }
      return try (slot.isCopy ? object : plan.copyObject(object)) as? Value
    }
    let inner = try open(index)
    if try inner.holdsNil() { throw valueNotFound(type, at: index) }
    guard inner.kind == .single else { return try Value(from: inner) }
    return try inner.value(at: 0, as: type)
  }

  /// A number, string or truth value, by way of what the value encodes itself as.
  private func primitive<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value {
    let slot = storage.slots[index]
    guard let plan = slot.plan, plan !== session.nilPlan else {
      throw valueNotFound(type, at: index)
    }
    if plan.isPrimitive {
      return try Conversion.number(plan.any(slot.value), to: type, context(at: index))
    }
    let inner = try open(index)
    guard inner.kind == .single, inner.isFilled(0) else {
      throw DecodingError.typeMismatch(
        type, context(at: index, "Expected to decode \(type) but found \(plan.valueType) instead."))
    }
    return try inner.value(at: 0, as: type)
  }

  /// The error of a value that is nil.
  func valueNotFound(_ type: any Any.Type, at index: Int) -> DecodingError {
    .valueNotFound(
      type, context(at: index, "Cannot get value of type \(type) -- found null value instead"))
  }

  /// A context for an error of the value at `index`.
  func context(at index: Int, _ description: String = "") -> DecodingError.Context {
    let path = codingPath + (key(at: index).map { [$0] } ?? [])
    return DecodingError.Context(codingPath: path, debugDescription: description)
  }

  /// Lays this record into the slot at `index` of `parent`, for the path.
  private func attach(to parent: Record, _ index: Int) {
    parent.views.append(self)
    self.parent = parent
    slotInParent = index
    depth = parent.depth
  }

  /// Declares every value here a copy.
  func markAllCopied() {
    for index in 0..<storage.count { storage.markCopied(index) }
  }

  /// Ends the recording.
  func seal() {
    phase = .sealed
    cursor = 0
    guard hasNested else { return }
    for index in 0..<storage.count where storage.slots[index].plan === session.recordPlan {
      nested(at: index).seal()
    }
  }
}
