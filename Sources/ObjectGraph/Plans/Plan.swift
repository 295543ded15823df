/// A plan whose values have the static type `Value`.
class Plan<Value>: TypePlan {
  init(isByValue: Bool) {
    super.init(type: Value.self, isByValue: isByValue)
  }

  /// The copy of the value at `source`.
  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    fatalError("a plan must know how its values are copied")
  }

  /// The copy of the value at `source`, made from what it encoded into `record`.
  func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    fatalError("a plan must know how its values are copied")
  }

  /// Copies `source` element by element into the uninitialised memory at `target`.
  ///
  /// `initialized` counts the elements that were made, also when an error ends the work.
  func copyAll(
    _ source: UnsafeBufferPointer<Value>,
    into target: UnsafeMutablePointer<Value>,
    initialized: inout Int,
    _ session: GraphSession
  ) throws {
    guard let base = source.baseAddress else { return }
    let path = session.path
    let place = path.pointee.pushIndex()
    for index in 0..<source.count {
      path.pointee.setIndex(index, at: place)
      (target + index).initialize(to: try copy(base + index, session))
      initialized = index + 1
    }
    path.pointee.truncate(to: place)
  }

  final override var valueType: any Any.Type { Value.self }

  override class func destroy(_ value: UnsafeMutableRawPointer) {
    value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func copyInPlace(_ value: UnsafeMutableRawPointer, _ session: GraphSession) throws {
    let place = value.assumingMemoryBound(to: Value.self)
    place.pointee = try copy(UnsafePointer(place), session)
  }

  final override func finishInPlace(_ value: UnsafeMutableRawPointer, _ record: Record) throws {
    let place = value.assumingMemoryBound(to: Value.self)
    place.pointee = try finish(UnsafePointer(place), record)
  }

  final override func duplicate(_ value: UnsafeRawPointer, into record: Record) {
    record.tape.store(value.assumingMemoryBound(to: Value.self).pointee, at: 0, plan: self)
  }

  final override func quickComparison(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer
  ) -> QuickComparison {
    QuickComparison(
      old.assumingMemoryBound(to: Value.self).pointee,
      new.assumingMemoryBound(to: Value.self).pointee)
  }

  final override func any(_ value: UnsafeRawPointer) -> Any {
    value.assumingMemoryBound(to: Value.self).pointee
  }
}
