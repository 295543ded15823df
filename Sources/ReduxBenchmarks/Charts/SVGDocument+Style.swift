extension SVGDocument {
  /// The colours of the series, told apart by people who see few colours too, in light and in dark.
  private static let palette: [(light: String, dark: String)] = [
    ("#0067a5", "#5ab4f0"), ("#c44601", "#ff9a5c"), ("#00804f", "#4fd6a0"),
    ("#8a3f97", "#d79be3"), ("#7a5c00", "#e3c341"), ("#b3003c", "#ff7d9e"),
    ("#3d4a57", "#b9c4cf"), ("#00808a", "#58d3dd"), ("#5b4fc4", "#aba2ff"),
    ("#5f7a00", "#b8d94a"),
  ]

  /// The style of every picture.
  package static var style: String {
    """
    svg{--ink:#1c2329;--soft:#59646e;--grid:#dde2e7;--good:#00804f;--bad:#b3003c;--paper:#fff;\
    \(variables(\.light))font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    @media(prefers-color-scheme:dark){svg{--ink:#e8ecf0;--soft:#a3aeb8;--grid:#333c45;--good:#4fd6a0;\
    --bad:#ff7d9e;--paper:#14191e;\(variables(\.dark))}}
    .paper{fill:var(--paper)}.grid{stroke:var(--grid);stroke-width:1}
    .axis{stroke:var(--soft);stroke-width:1}.reach{stroke:var(--ink);stroke-width:1.2;\
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
