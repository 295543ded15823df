/// Why a logins export is invalid: the place and the reason.
///
/// The message never contains the content of a field: in a file with shifted columns, any field may
/// be a password.
struct ImportError: Error, Hashable, CustomStringConvertible {
  /// The line of the file, from 1; `nil` if the file as a whole is invalid.
  var line: Int?
  /// The name of the column, or its number if Firefox writes no such column.
  var column: String?
  var reason: String

  init(line: Int? = nil, column: String? = nil, _ reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let column { place.append("column \(Int(column) == nil ? "\"\(column)\"" : column)") }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
