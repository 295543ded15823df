extension Audit {
  /// The drawing of the classes in SVG: a column for each distance from the root.
  ///
  /// A solid line owns, a dashed one is an alias, a dotted one a weak or back reference.
  package var svg: String {
    let layout = DrawingLayout(classes.map { ($0.name, $0.depth, $0.fields.count) })
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(layout.width)\" height=\"\(layout.height)\""
        + " font-family=\"monospace\" font-size=\"12\">",
      "<title>\(Self.escaped(root)): classes and links</title>",
      "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\""
        + " markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>",
    ]
    lines += links.compactMap { link in
      guard let start = layout.boxes[link.holder], let end = layout.boxes[link.target] else {
        return nil
      }
      return path(of: link, from: start, to: end)
    }
    lines += classes.compactMap { row in
      layout.boxes[row.name].map { box(row, at: $0) }
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func path(
    of link: LinkRow, from start: DrawingLayout.Box, to end: DrawingLayout.Box
  ) -> String {
    let dashes =
      ["owns": "", "alias": " stroke-dasharray=\"6 3\""][link.kind] ?? " stroke-dasharray=\"2 3\""
    let isForward = start.x < end.x
    let (startX, endX) = (start.x + start.width, isForward ? end.x : end.x + end.width)
    let (startY, endY) = (start.y + start.height / 2, end.y + end.height / 2)
    let bend = isForward ? (endX - startX) / 2 : 40
    let control = isForward ? endX - bend : endX + bend
    let label = Self.escaped("\(link.holder).\(link.field): \(link.kind), \(link.multiplicity)")
    return "<path d=\"M\(startX),\(startY) C\(startX + bend),\(startY) \(control),\(endY) "
      + "\(endX),\(endY)\" fill=\"none\" stroke=\"#555\"\(dashes) marker-end=\"url(#head)\">"
      + "<title>\(label)</title></path>"
  }

  private func box(_ row: ClassRow, at box: DrawingLayout.Box) -> String {
    let isSuspect = findings.contains {
      ($0.subject == row.name || $0.subject.hasPrefix(row.name + "."))
        && ![.copiedByValue, .copyHook].contains($0.rule)
    }
    return "<g><rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\""
      + " rx=\"4\" fill=\"\(isSuspect ? "#fdd" : "#eef")\" stroke=\"#333\"/>"
      + "<text x=\"\(box.x + 8)\" y=\"\(box.y + 17)\">\(Self.escaped(row.name))</text>"
      + "<text x=\"\(box.x + 8)\" y=\"\(box.y + 32)\" fill=\"#555\">\(row.fields.count) properties</text>"
      + "<title>\(Self.escaped(row.fields.joined(separator: ", ")))</title></g>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The places of the boxes.
private struct DrawingLayout {
  struct Box {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  private(set) var boxes: [String: Box] = [:]
  private(set) var width = 20
  private(set) var height = 20

  init(_ classes: [(name: String, depth: Int, fields: Int)]) {
    for depth in 0...(classes.map(\.depth).max() ?? 0) {
      let column = classes.filter { $0.depth == depth }
      let boxWidth = max(110, (column.map(\.name.count).max() ?? 0) * 8 + 16)
      for (row, entry) in column.enumerated() {
        boxes[entry.name] = Box(x: width, y: 20 + row * 60, width: boxWidth, height: 40)
        height = max(height, 20 + (row + 1) * 60)
      }
      width += boxWidth + 90
    }
  }
}
