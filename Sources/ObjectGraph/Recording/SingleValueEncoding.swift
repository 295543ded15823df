/// The single-value container that writes into a record.
struct SingleValueEncoding: SingleValueEncodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  func encodeNil() throws {
    set(NilMarker())
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    set(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws {
    set(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws {
    set(value)
  }

  private func set(_ value: some Encodable) {
    if record.tape.pointee.isSealed { return }
    if record.tape.pointee.storage.count > 0 {
      record.noteMisuse("A single-value container was written to twice.")
    }
    record.tape.store(value, at: 0, expectedAt: 0)
  }
}
