internal import Foundation

/// An SVG picture under construction.
///
/// It carries its own colours for light and dark, so that it reads on a page and alone.
///
/// ## Thread safety
/// Safe from any thread because it is a value.
package struct SVGDocument: Sendable {
  /// Where a text stands relative to its point.
  package enum Anchor: String, Sendable {
    /// The text begins there.
    case start
    /// Its middle is there.
    case middle
    /// It ends there.
    case end
  }

  private let width: Double
  private let label: String
  private var body: [String] = []

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - width: its width in points.
  ///   - label: what a screen reader says.
  package init(width: Double, label: String) {
    self.width = width
    self.label = label
  }

  /// Adds a straight line.
  package mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String
  ) {
    let ends = "x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\""
    body.append("<line class=\"\(style)\" \(ends)/>")
  }

  /// Adds a line through points.
  package mutating func polyline(_ points: [(Double, Double)], style: String) {
    let list = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
    body.append("<polyline class=\"\(style)\" points=\"\(list)\"/>")
  }

  /// Adds a rectangle.
  package mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String
  ) {
    let place = "x=\"\(number(x))\" y=\"\(number(y))\""
    let size = "width=\"\(number(max(0, width)))\" height=\"\(number(max(0, height)))\""
    body.append("<rect class=\"\(style)\" \(place) \(size)/>")
  }

  /// Adds a text.
  package mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: Anchor = .start, style: String,
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    body.append(
      "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(turn)>\(Self.escaped(text))</text>")
  }

  /// Adds the mark of a series, of one of five shapes.
  package mutating func mark(_ index: Int, _ x: Double, _ y: Double) {
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

  /// The finished picture.
  ///
  /// - Parameter height: its height in points.
  /// - Returns: the picture as SVG.
  package func finished(height: Double) -> String {
    let box = "0 0 \(number(width)) \(number(height))"
    let start =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\" role=\"img\" "
      + "aria-label=\"\(Self.escaped(label))\">"
    return ([start, "<style>\(Self.style)</style>"] + body + ["</svg>"]).joined(separator: "\n")
      + "\n"
  }

  /// A text with the characters replaced that mean something in markup.
  package static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
