/// A table of text whose columns line up.
///
/// ## Thread safety
/// Safe from any thread because it is a value.
package struct TextTable: Sendable {
  /// Where the text of a column stands.
  package enum Alignment: Sendable {
    /// At the left edge.
    case left
    /// At the right edge, as figures do.
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  /// Makes a table without rows.
  ///
  /// - Parameter columns: the title and alignment of each column.
  package init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// Adds a row.
  ///
  /// - Parameter cells: one text per column; missing ones are empty.
  package mutating func add(_ cells: [String]) {
    rows.append((0..<columns.count).map { $0 < cells.count ? cells[$0] : "" })
  }

  /// The table as lines without trailing spaces.
  package var lines: [String] {
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      var text = ""
      for (index, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        let gap = index == 0 ? "" : "  "
        text += gap + (columns[index].alignment == .left ? cell + padding : padding + cell)
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return [line(columns.map(\.title)), rule] + rows.map(line)
  }
}
