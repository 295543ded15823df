/// A keyed container that works on a record.
protocol RecordContainer {
  init(record: Record)
}

/// Makes the encoding containers of one key type.
///
/// A maker knows the concrete container type by its own type. Named in a generic function, that type
/// would be looked up in the runtime's tables for each value, which costs more than the container.
/// Makers are used by their type alone, which needs no reference counting.
class EncodingMaker<Key, Container: RecordContainer & KeyedEncodingContainerProtocol>
where Container.Key == Key {
  class func container(_ record: Record) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(record: record))
  }
}

/// Makes the decoding containers of one key type.
class DecodingMaker<Key, Container: RecordContainer & KeyedDecodingContainerProtocol>
where Container.Key == Key {
  class func container(_ record: Record) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(record: record))
  }
}

/// The makers that a layout's records used last.
struct ContainerMakers {
  private var encodingKey: ObjectIdentifier?
  private var encoding: AnyClass?
  private var decodingKey: ObjectIdentifier?
  private var decoding: AnyClass?

  /// The maker of encoding containers with keys of type `Key`.
  @inline(__always)
  mutating func encoding<Key: CodingKey>(
    _ type: Key.Type
  ) -> EncodingMaker<Key, KeyedEncoding<Key>>.Type {
    if encodingKey == ObjectIdentifier(type), let encoding {
      return unsafeBitCast(encoding, to: EncodingMaker<Key, KeyedEncoding<Key>>.Type.self)
    }
    let maker = EncodingMaker<Key, KeyedEncoding<Key>>.self
    encodingKey = ObjectIdentifier(type)
    encoding = maker
    return maker
  }

  /// The maker of decoding containers with keys of type `Key`.
  @inline(__always)
  mutating func decoding<Key: CodingKey>(
    _ type: Key.Type
  ) -> DecodingMaker<Key, KeyedDecoding<Key>>.Type {
    if decodingKey == ObjectIdentifier(type), let decoding {
      return unsafeBitCast(decoding, to: DecodingMaker<Key, KeyedDecoding<Key>>.Type.self)
    }
    let maker = DecodingMaker<Key, KeyedDecoding<Key>>.self
    decodingKey = ObjectIdentifier(type)
    decoding = maker
    return maker
  }
}
