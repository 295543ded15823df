/// A table in plain text whose columns line up: the first columns on the left, figures on the right.
package struct TextTable: Sendable {
  private let header: [String]
  private let leftColumns: Int
  private var rows: [[String]] = []

  package init(_ header: [String], leftColumns: Int = 1) {
    self.header = header
    self.leftColumns = leftColumns
  }

  /// Adds a row; missing cells are empty.
  package mutating func add(_ cells: [String]) {
    rows.append(header.indices.map { $0 < cells.count ? cells[$0] : "" })
  }

  /// The header, a rule and the rows, without trailing spaces.
  package var lines: [String] {
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return column < leftColumns ? cells[column] + padding : padding + cells[column]
      }
      var text = Substring(padded.joined(separator: "   "))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 3 * max(0, widths.count - 1))
    return [line(header), rule] + rows.map(line)
  }
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

extension String {
  /// The text in lines of at most `width` characters, broken between words; a longer word has a
  /// line of its own.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return lines + [line]
  }
}
