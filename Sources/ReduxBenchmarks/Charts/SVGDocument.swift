internal import Foundation

/// An SVG picture under construction, with colors for light and dark of its own.
struct SVGDocument: Sendable {
  /// The part of a text that stands at its point.
  enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  private let width: Double
  private let label: String
  private var body: [String] = []

  /// - Parameters:
  ///   - width: The width in points.
  ///   - label: The text for screen readers.
  init(width: Double, label: String) {
    self.width = width
    self.label = label
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String
  ) {
    let ends = "x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\""
    body.append("<line class=\"\(style)\" \(ends)/>")
  }

  mutating func polyline(_ points: [(Double, Double)], style: String) {
    let list = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
    body.append("<polyline class=\"\(style)\" points=\"\(list)\"/>")
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String
  ) {
    let place = "x=\"\(number(x))\" y=\"\(number(y))\""
    let size = "width=\"\(number(max(0, width)))\" height=\"\(number(max(0, height)))\""
    body.append("<rect class=\"\(style)\" \(place) \(size)/>")
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: Anchor = .start, style: String,
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    body.append(
      "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(turn)>\(Self.escaped(text))</text>")
  }

  /// Adds the mark of a series, which has one of five shapes.
  mutating func mark(_ index: Int, _ x: Double, _ y: Double) {
    let r = 4.0
    let corners: [(Double, Double)]
    switch index % 5 {
    case 0:
      body.append(
        "<circle class=\"m s\(index % 10)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"3.6\"/>")
      return
    case 1: corners = [(-r, -r), (r, -r), (r, r), (-r, r)]
    case 2: corners = [(0, -r * 1.25), (r * 1.2, r), (-r * 1.2, r)]
    case 3: corners = [(0, -r * 1.35), (r * 1.35, 0), (0, r * 1.35), (-r * 1.35, 0)]
    default: corners = [(-r * 1.2, -r), (r * 1.2, -r), (0, r * 1.25)]
    }
    let list = corners.map { "\(number(x + $0.0)),\(number(y + $0.1))" }.joined(separator: " ")
    body.append("<polygon class=\"m s\(index % 10)\" points=\"\(list)\"/>")
  }

  /// The finished picture, with its height in points.
  func finished(height: Double) -> String {
    let box = "0 0 \(number(width)) \(number(height))"
    let start =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\" role=\"img\" "
      + "aria-label=\"\(Self.escaped(label))\">"
    return ([start, "<style>\(Self.style)</style>"] + body + ["</svg>"]).joined(separator: "\n")
      + "\n"
  }

  /// A text for the content of an element, or for the value of an attribute in quotes.
  ///
  /// It goes by Unicode scalars, as parsers do: to Swift, a quote with a combining accent is a
  /// character of its own, but it ends an attribute. Scalars that XML forbids are replaced.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}":
        escaped.unicodeScalars.append("\u{FFFD}")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// The colors of the series in light and in dark, which color-blind readers can distinguish.
  private static let palette: [(light: String, dark: String)] = [
    ("#0067a5", "#5ab4f0"), ("#c44601", "#ff9a5c"), ("#00804f", "#4fd6a0"),
    ("#8a3f97", "#d79be3"), ("#7a5c00", "#e3c341"), ("#b3003c", "#ff7d9e"),
    ("#3d4a57", "#b9c4cf"), ("#00808a", "#58d3dd"), ("#5b4fc4", "#aba2ff"),
    ("#5f7a00", "#b8d94a"),
  ]

  private static var style: String {
    """
    svg{--ink:#1c2329;--soft:#59646e;--grid:#dde2e7;--good:#00804f;--bad:#b3003c;--paper:#fff;\
    \(variables(\.light))font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    @media(prefers-color-scheme:dark){svg{--ink:#e8ecf0;--soft:#a3aeb8;--grid:#333c45;--good:#4fd6a0;\
    --bad:#ff7d9e;--paper:#14191e;\(variables(\.dark))}}
    .paper{fill:var(--paper)}.grid{stroke:var(--grid);stroke-width:1}
    .axis{stroke:var(--soft);stroke-width:1}.bound{stroke:var(--ink);stroke-width:1.2;\
    stroke-dasharray:4 3}
    .title{fill:var(--ink);font-size:14px;font-weight:600}.tick{fill:var(--soft);font-size:11px}
    .label{fill:var(--ink);font-size:11.5px}.l{fill:none;stroke-width:1.8;stroke-linejoin:round}
    .e{stroke-width:1;opacity:.55}.m{stroke:var(--paper);stroke-width:.8}
    .good{fill:var(--good);stroke:var(--good)}.bad{fill:var(--bad);stroke:var(--bad)}
    .unsure{fill:var(--soft);stroke:var(--soft)}
    .spread{stroke-width:2.2;opacity:.75}
    \(rules)
    """
  }

  private static func variables(_ tone: (((light: String, dark: String)) -> String)) -> String {
    palette.enumerated().map { "--c\($0.offset):\(tone($0.element));" }.joined()
  }

  private static var rules: String {
    palette.indices.map { ".l.s\($0),.e.s\($0){stroke:var(--c\($0))}.m.s\($0){fill:var(--c\($0))}" }
      .joined(separator: "\n")
  }
}
