internal import Foundation

/// An SVG picture under construction, with colors for light and dark of its own.
struct SVGDocument: Sendable {
  private let width: Double
  private let height: Double
  private let label: String
  private var body: [String] = []

  /// Begins a picture of a size in points; the label is for screen readers.
  init(width: Double, height: Double, label: String) {
    self.width = width
    self.height = height
    self.label = label
  }

  private mutating func add(
    _ name: String, _ style: String, _ numbers: KeyValuePairs<String, Double>,
    more: String = "", text: String = ""
  ) {
    let list = numbers.map { " \($0.key)=\"\(number($0.value))\"" }.joined() + more
    body.append("<\(name) class=\"\(style)\"\(list)>\(Self.escaped(text))</\(name)>")
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    add("line", style, ["x1": x1, "y1": y1, "x2": x2, "y2": y2])
  }

  mutating func polyline(_ points: [(Double, Double)], style: String) {
    let list = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
    add("polyline", style, [:], more: " points=\"\(list)\"")
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String
  ) {
    add("rect", style, ["x": x, "y": y, "width": width, "height": height])
  }

  /// Adds a text, whose start, middle or end is at its point, as the anchor says.
  mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", style: String,
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    add("text", style, ["x": x, "y": y], more: " text-anchor=\"\(anchor)\"\(turn)", text: text)
  }

  /// Adds the mark of a series, which has one of five shapes.
  mutating func mark(_ index: Int, _ x: Double, _ y: Double) {
    text(
      ["●", "■", "▲", "◆", "▼"][index % 5], x, y + 4, anchor: "middle", style: "m s\(index % 10)")
  }

  /// The finished picture.
  var finished: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
    role="img" aria-label="\(Self.escaped(label))">
    <style>\(Self.style)</style>
    \(body.joined(separator: "\n"))
    </svg>

    """
  }

  /// A text for the content of an element, or for the value of an attribute in quotes.
  ///
  /// It goes by Unicode scalars, as parsers do: to Swift, a quote with a combining accent is a
  /// character of its own, but it ends an attribute. Scalars that XML forbids are replaced.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\t", "\n", "\r": " "
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// The colors of the series in light and in dark, which color-blind readers can distinguish.
  private static let palette: [(light: String, dark: String)] = [
    ("#0067a5", "#5ab4f0"), ("#c44601", "#ff9a5c"), ("#00804f", "#4fd6a0"),
    ("#8a3f97", "#d79be3"), ("#7a5c00", "#e3c341"), ("#b3003c", "#ff7d9e"),
    ("#3d4a57", "#b9c4cf"), ("#00808a", "#58d3dd"), ("#5b4fc4", "#aba2ff"),
    ("#5f7a00", "#b8d94a"),
  ]

  private static var style: String {
    let series = palette.enumerated().map { index, color in
      """
      .s\(index){--c:light-dark(\(color.light),\(color.dark))}
      """
    }
    return """
      svg{color-scheme:light dark;--ink:light-dark(#1c2329,#e8ecf0);--soft:light-dark(#59646e,#a3aeb8);\
      --grid:light-dark(#dde2e7,#333c45);--paper:light-dark(#fff,#14191e);\
      font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
      .paper{fill:var(--paper)}.grid{stroke:var(--grid);stroke-width:1}
      .axis{stroke:var(--soft);stroke-width:1}
      .title{fill:var(--ink);font-size:14px;font-weight:600}.tick{fill:var(--soft);font-size:11px}
      .label{fill:var(--ink);font-size:10.5px}
      .l{fill:none;stroke:var(--c);stroke-width:1.8;stroke-linejoin:round}
      .e{stroke:var(--c);stroke-width:1;opacity:.55}.m{fill:var(--c);font-size:11px}
      \(series.joined())
      """
  }
}
