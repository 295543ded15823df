/// A plan whose values have the static type `Value`.
class Plan<Value>: TypePlan {
  init(isByValue: Bool, session: GraphSession) {
    super.init(type: Value.self, isByValue: isByValue, session: session)
  }

  /// The copy of the value at `source`.
  func copy(_ source: UnsafePointer<Value>) throws -> Value {
    fatalError("a plan must know how its values are copied")
  }

  /// Copies `source` element by element into the uninitialised memory at `target`.
  ///
  /// `initialized` counts the elements that were made, also when an error ends the work.
  func copyAll(
    _ source: UnsafeBufferPointer<Value>,
    into target: UnsafeMutablePointer<Value>,
    initialized: inout Int
  ) throws {
    guard let base = source.baseAddress else { return }
    let place = session.path.pushIndex()
    for index in 0..<source.count {
      session.path.setIndex(index, at: place)
      (target + index).initialize(to: try copy(base + index))
      initialized = index + 1
    }
    session.path.truncate(to: place)
  }

  final override var valueType: any Any.Type { Value.self }

  override func destroy(_ value: UnsafeMutableRawPointer) {
    value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func copyInPlace(_ value: UnsafeMutableRawPointer) throws {
    let place = value.assumingMemoryBound(to: Value.self)
    place.pointee = try copy(UnsafePointer(place))
  }

  final override func duplicate(_ value: UnsafeRawPointer, into record: Record) {
    let place = value.assumingMemoryBound(to: Value.self)
    record.storage.store(place.pointee, at: 0, plan: self)
  }

  final override func any(_ value: UnsafeRawPointer) -> Any {
    value.assumingMemoryBound(to: Value.self).pointee
  }
}
