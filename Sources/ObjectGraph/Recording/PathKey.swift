/// A step of a coding path: a key or a position.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// A step to the element at `index`, written as the standard decoders write it.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = PathKey(stringValue: "super")
}
