/// Names enum cases without asking a value to describe itself: a description may say anything.
enum CaseName {
  /// The name of a case without payload; nil when the type describes or reflects itself.
  static func plain(_ value: Any) -> String? {
    describesItself(value) ? nil : "\(value)"
  }

  /// The case by its place among all, such as `Filter.allCases[2]`, where the type lists them.
  static func place(_ value: Any) -> String? {
    func place<Value: CaseIterable & Equatable>(_ value: Value) -> String? {
      Array(Value.allCases).firstIndex(of: value).map {
        "\(SourceText.typeName(Value.self)).allCases[\($0)]"
      }
    }
    guard let value = value as? any CaseIterable & Equatable else { return nil }
    return place(value)
  }

  /// Whether what is printed of a value is up to its type.
  static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable || value is any CustomReflectable
  }
}
