/// One record of a CSV file: its fields, and the line that each of them begins on.
struct CSVRecord: Hashable {
  struct Field: Hashable {
    var text: String
    /// Counted from 1; a record spans several lines when a quoted field contains line breaks.
    var line: Int
  }

  var fields: [Field]

  /// The line that the record begins on.
  var line: Int { fields.first?.line ?? 1 }

  var texts: [String] { fields.map(\.text) }
}
