/// The single-value container that writes into a record.
struct SingleValueEncoding: SingleValueEncodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  func encodeNil() throws {
    record.setSingle(NilMarker())
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    record.setSingle(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws {
    record.setSingle(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws {
    record.setSingle(value)
  }
}
