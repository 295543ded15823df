/// A value that is coded as another one: the code that the compiler derives is many times as large.
protocol CodedByForm: Codable {
  associatedtype Form: Codable
  var form: Form { get }
  init?(form: Form)
}

extension CodedByForm {
  /// Creates the value from its encoded form.
  ///
  /// - Throws: A `DecodingError` if the encoded form is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    guard let value = Self(form: form) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "\(form) is no \(Self.self)."))
    }
    self = value
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }
}
