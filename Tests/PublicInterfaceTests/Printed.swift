/// A class of which a copy loses the value.
final class Forgetful<Value: Codable>: Codable {
  var kept = 1
  var value: Value?

  init(_ value: Value) { self.value = value }

  enum CodingKeys: CodingKey { case kept }
}

/// The texts of a value, as `print`, `String(reflecting:)` and `dump` write it.
func printed(_ value: Any) -> [String] {
  var dumped = ""
  dump(value, to: &dumped)
  return ["\(value)", String(reflecting: value), dumped]
}
