/// Why a logins export could not be read: the place, and what is wrong there.
///
/// The message never repeats what stands in a field: in a file whose columns have slipped, any
/// field may be a password.
struct ImportError: Error, Hashable, CustomStringConvertible {
  /// The line of the file, counted from 1; `nil` when the file as a whole is at fault.
  var line: Int?
  /// The name of the column, where there is one.
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
    if let column { place.append("column \(column)") }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
