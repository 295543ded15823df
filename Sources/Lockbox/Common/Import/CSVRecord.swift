/// One record of a CSV file: its fields, and the line on which each begins.
struct CSVRecord: Hashable {
  struct Field: Hashable {
    var text: String
    /// The line number, from 1; line breaks in quoted fields count.
    var line: Int
  }

  var fields: [Field]

  /// The line on which the record begins.
  var line: Int { fields.first?.line ?? 1 }

  var texts: [String] { fields.map(\.text) }
}
