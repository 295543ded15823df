/// A table in plain text whose columns line up: the first columns on the left, figures on the right.
package struct TextTable: Sendable {
  private let header: [String]
  private let leftColumns: Int
  private let rows: [[String]]

  /// Creates a table of rows, whose missing cells are empty.
  package init(_ header: [String], leftColumns: Int = 1, rows: [[String]]) {
    self.header = header.map(\.escapedForTerminal)
    self.leftColumns = leftColumns
    self.rows = rows.map { cells in
      header.indices.map { $0 < cells.count ? cells[$0].escapedForTerminal : "" }
    }
  }

  /// The header, a rule and the rows, without trailing spaces.
  package var lines: [String] {
    let widths = widths
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return column < leftColumns ? cells[column] + padding : padding + cells[column]
      }
      var text = Substring(padded.joined(separator: "   "))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
    return [line(header), String(repeating: "─", count: width)] + rows.map(line)
  }

  /// The table in lines of at most `width` characters, if there is a width.
  ///
  /// A table that is too wide is folded: each row becomes a paragraph, with a line per cell.
  package func lines(fitting width: Int?) -> [String] {
    guard let width, self.width > width else { return lines }
    return Array(rows.map { folded($0, to: width) }.joined(separator: [""]))
  }

  private func folded(_ row: [String], to width: Int) -> [String] {
    let labels = (header.dropFirst().map(\.count).max() ?? 0) + 4
    let isNarrow = labels > width / 2
    var lines = (row.first ?? "").wrapped(to: width, breakingWords: true)
    for (label, text) in zip(header, row).dropFirst() where !text.isEmpty {
      if isNarrow {
        lines += label.wrapped(to: width - 2, breakingWords: true).map { "  " + $0 }
        lines += text.wrapped(to: width - 4, breakingWords: true).map { "    " + $0 }
        continue
      }
      for (index, part) in text.wrapped(to: width - labels, breakingWords: true).enumerated() {
        let start = index == 0 ? "  " + label : ""
        lines.append(start + String(repeating: " ", count: labels - start.count) + part)
      }
    }
    return lines
  }

  private var widths: [Int] {
    header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
  }

  private var width: Int { widths.reduce(0, +) + 3 * max(0, widths.count - 1) }
}

extension Int {
  /// The number with a comma between thousands: 12,345.
  package var grouped: String {
    let digits = String(magnitude)
    let marked = digits.reversed().enumerated().map { index, digit in
      index > 0 && index.isMultiple(of: 3) ? "\(digit)," : "\(digit)"
    }
    return (self < 0 ? "-" : "") + marked.reversed().joined()
  }
}
