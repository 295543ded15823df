internal import Foundation

/// A table in plain text whose columns line up: the first columns on the left, figures on the right.
package struct TextTable: Sendable {
  private let header: [String]
  private let leftColumns: Int
  private let leastWidth: Int
  private let rows: [[String]]

  /// Creates a table of rows, whose missing cells are empty; no column on the left is narrower
  /// than `leastWidth`.
  package init(
    _ header: [String], leftColumns: Int = 1, leastWidth: Int = 0, rows: [[String]] = []
  ) {
    self.header = header.map(\.escapedForTerminal)
    self.leftColumns = leftColumns
    self.leastWidth = leastWidth
    self.rows = rows.map { cells in
      header.indices.map { $0 < cells.count ? cells[$0].escapedForTerminal : "" }
    }
  }

  /// The header, a rule and the rows, without trailing spaces.
  package var lines: [String] {
    let widths = header.indices.map { column in
      ([header] + rows).reduce(column < leftColumns ? leastWidth : 0) { max($0, $1[column].count) }
    }
    let lines = ([header] + rows).map { cells in
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < leftColumns ? cell.0 + padding : padding + cell.0
      }
      return padded.joined(separator: "   ").replacing(/\ +$/, with: "")
    }
    let width = widths.reduce(0, +) + 3 * (widths.count - 1)
    return [lines[0], String(repeating: "─", count: width)] + lines.dropFirst()
  }
}

extension Int {
  /// The number with a comma between thousands: 12,345.
  package var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
