import Foundation

/// Which regions of the blocks and the reducers of each slice a coverage run did not run.
struct ComparedLines: Encodable {
  struct Line: Encodable {
    let file: String
    let line: Int
    let column: Int
    let source: String
  }

  /// The blocks of a slice, or its reducer.
  struct Side: Encodable {
    let count: Int
    var ran = 0
    var regions = 0
    var neverCompared: [Line] = []

    var percent: Double { regions == 0 ? 100 : 100 * Double(ran) / Double(regions) }
  }

  struct Slice: Encodable {
    let name: String
    let blocks: Side
    let reducer: Side
  }

  let slices: [Slice]
  let notShown = [
    "`guard a, b` and `if a, b`: which of the conditions failed",
    "`a?.b = c`: whether there was an a",
    "which values ran, and how often: a region that ran once counts",
    "functions that are called on `$0`, whose type is not read",
    "what ran it: each of the test functions counts, so filter the run to comparisons",
  ]

  init(_ module: Module, _ run: CoverageRun) {
    slices = ComparedCode(module).slices.map { slice in
      Slice(name: slice.name, blocks: Side(slice.blocks, run), reducer: Side([slice.reducer], run))
    }
  }

  func meets(_ percent: Double) -> Bool {
    slices.allSatisfy { $0.blocks.percent >= percent && $0.reducer.percent >= percent }
  }

  var text: String {
    var text = ""
    for slice in slices {
      for (side, of) in [
        (slice.blocks, "\(slice.blocks.count) block\(slice.blocks.count == 1 ? "" : "s")"),
        (slice.reducer, "its reducer"),
      ] {
        text +=
          "\(slice.name): \(side.ran) of \(side.regions) regions of \(of) ran in a comparison\n"
        for line in side.neverCompared {
          text += "  \(line.file):\(line.line):\(line.column)  \(line.source)\n"
        }
        text += "\n"
      }
    }
    return text + "Not shown by regions:\n" + notShown.map { "  \($0)\n" }.joined()
  }
}

extension ComparedLines.Side {
  fileprivate init(_ listed: [[CodeBody]], _ run: CoverageRun) {
    count = listed.count
    for body in Set(listed.joined()) {
      let (source, tokens) = (body.source, body.source.tokens[body.region])
      guard let first = tokens.first, let last = tokens.last else { continue }
      let start = source.place(of: first.range.lowerBound)
      let isFound = tokens.contains { $0.text == "{" }
      let range = first.range.lowerBound..<last.range.upperBound
      var known = (run.files[source.path] ?? [:]).filter { region, _ in
        source.offset(line: region.line - 1, character: region.column - 1)
          .map(range.contains) ?? false
      }
      // A region that the run does not know did not run.
      if known.isEmpty {
        known = [.init(line: start.line + 1, column: start.character + 1, end: []): 0]
      }
      regions += known.count
      ran += known.count { $0.value > 0 }
      let lines = String(decoding: source.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      neverCompared += known.filter { $0.value == 0 }.keys.map { region in
        ComparedLines.Line(
          file: source.name, line: region.line, column: region.column,
          source: lines[region.line - 1].trimmingCharacters(in: .whitespaces)
            + (isFound ? "" : "  (its code was not found)"))
      }
    }
    neverCompared.sort { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }
}
