/// A table in plain text: the first columns on the left, numbers on the right.
struct TextTable {
  private let header: [String]
  private let leftColumns: Int
  private var rows: [[String]] = []

  init(_ header: [String], leftColumns: Int) {
    self.header = header
    self.leftColumns = leftColumns
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  var lines: [String] {
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return column < leftColumns ? cells[column] + padding : padding + cells[column]
      }
      return padded.joined(separator: "   ").trimmingTrailingSpaces
    }
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 3 * (widths.count - 1))
    return [line(header), rule] + rows.map(line)
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Int {
  /// With a comma between thousands: 12,345.
  var grouped: String {
    let digits = String(magnitude)
    let marked = digits.reversed().enumerated().map { index, digit in
      index > 0 && index.isMultiple(of: 3) ? "\(digit)," : "\(digit)"
    }
    return (self < 0 ? "-" : "") + marked.reversed().joined()
  }
}
