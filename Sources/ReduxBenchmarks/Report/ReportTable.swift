/// A table that puts some figures of a report next to each other.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct ReportTable: Sendable, Codable, Equatable {
  /// What it shows.
  public let title: String
  /// The titles of its columns.
  public let columns: [String]
  /// Its rows, with a text per column.
  public let rows: [[String]]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - title: what it shows.
  ///   - columns: the titles of its columns.
  ///   - rows: its rows, with a text per column.
  public init(title: String, columns: [String], rows: [[String]]) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
