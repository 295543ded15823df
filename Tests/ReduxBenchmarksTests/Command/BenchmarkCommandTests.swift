import CommandLineSupport
import Foundation
import Testing

@testable import ReduxBenchmarks

@MainActor @Suite struct BenchmarkCommandTests {
  private final class Streams {
    var output = ""
    var errors = ""
  }

  private let streams = Streams()

  private func run(
    _ arguments: [String], isDebugBuild: Bool = false, adding others: [BenchmarkCase] = []
  ) async -> Int32 {
    let suite = BenchmarkSuite(
      "Program",
      groups: [
        BenchmarkGroup(
          "sums",
          cases: [10, 20].map { size in
            BenchmarkCase("Sum.loop(\(size))", size: size) { { (0..<size).reduce(0, +) } }
          } + others,
          ratios: [
            RatioClaim("twice as many", of: "Sum.loop(20)", to: "Sum.loop(10)", .atMost(1e9))
          ]),
        BenchmarkGroup("counts", trials: [Trial("one", unit: "ones", .exactly(1)) { 1 }]),
      ],
      conclude: { report in
        report.findings = ["\(report.cases.count) cases"]
        let points = report.cases.map { LineChart.Point(x: Double($0.size), $0) }
        let line = LineChart.Series("sum", points: points)
        return [LineChart(title: "Sums", xLabel: "n", yLabel: "t", series: [line])]
      })
    let terminal = Terminal(
      write: { [streams] in streams.output += $0 },
      writeError: { [streams] in streams.errors += $0 })
    let command = BenchmarkCommand(
      suite, isDebugBuild: isDebugBuild, plan: .small, terminal: terminal)
    return await command.run(arguments)
  }

  /// A folder that is gone after the body.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func aRunPrintsItsTableAndWhatThrewAndTheRatiosThatMetTheirBoundsAreDetails() async {
    #expect(await run([]) == 0)
    for text in ["Sum.loop(20)", "2 cases", "2 of 2 ratios met", "--verbose prints every table"] {
      #expect(streams.output.contains(text), "\(text)")
    }
    #expect(!streams.output.contains("twice as many"))
    streams.output = ""
    #expect(await run(["--verbose"]) == 0)
    #expect(streams.output.contains("twice as many"))
    #expect(!streams.output.contains("--verbose"))
    streams.output = ""
    let failing = BenchmarkCase("Sum.failing(1)", size: 1) { { throw CancellationError() } }
    #expect(await run([], adding: [failing]) == 1)
    for text in ["Sum.loop(10)", "threw CancellationError()"] {
      #expect(streams.output.contains(text), "\(text)")
    }
  }

  @Test(arguments: [
    (["--case", "Sum.loop(10)"], ["Sum.loop(10)"], []),
    (["--case", "Sum.loop"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "Sum"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "twice as many"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "one"], [], ["one"]),
    (["--case", "counts", "--case", "Sum.loop(20)"], ["Sum.loop(20)"], ["one"]),
  ])
  func aChoiceMeasuresNothingElse(arguments: [String], cases: [String], rows: [String]) async {
    #expect(await run(arguments + ["--verbose"]) == 0)
    let lines = streams.output.split(separator: "\n")
    let names = ["Sum.loop(10)", "Sum.loop(20)", "twice as many", "one"]
    let shown = names.filter { name in lines.contains { $0.hasPrefix(name + " ") } }
    #expect(shown == cases + rows)
  }

  @Test func filesAreWrittenAndOneThatCannotBeCostsNeitherTheOthersNorTheText() async throws {
    try await withFolder { folder in
      let svg = folder.appendingPathComponent("deep/charts")
      let json = folder.appendingPathComponent("report.json")
      let options = ["--svg", svg.path, "--json", json.path]
      #expect(await run(options) == 0)
      let report = try JSONSerialization.jsonObject(with: Data(contentsOf: json))
      #expect(((report as? [String: Any])?["cases"] as? [Any])?.count == 2)
      let names = try FileManager.default.contentsOfDirectory(atPath: svg.path).sorted()
      #expect(names == ["sums.svg"])
      #if os(Linux)
        streams.output = ""
        let other = folder.path + "/other"
        #expect(await run(["--json", "/dev/full", "--svg", other]) == 3)
        #expect(streams.errors.contains("Program: /dev/full: "))
        #expect(streams.output.contains("Sum.loop(20)"))
        #expect(FileManager.default.fileExists(atPath: other + "/sums.svg"))
      #endif
    }
  }

  @Test(
    arguments: [
      ["--nonsense"], ["file"], ["--case", "Nothing.here"], ["--json", "/nowhere/at/all.json"],
      ["--json", "/"], ["--svg", "/dev/null/charts"],
    ].map { ($0, false) } + [(["--quick"], true)])
  func whatCannotRunEndsWithStatus2BeforeAnythingIsMeasured(
    arguments: [String], isDebugBuild: Bool
  ) async {
    #expect(await run(arguments, isDebugBuild: isDebugBuild) == 2)
    #expect(streams.errors.wholeMatch(of: /Program: .*\n/) != nil, "\(streams.errors)")
    let reason = isDebugBuild ? "swift run -c release" : arguments[arguments.count - 1]
    #expect(streams.errors.contains(reason), "\(streams.errors)")
    #expect(streams.output.isEmpty)
  }

  @Test func aQuickRunSkipsSlowCases() async {
    let slow = BenchmarkCase("Slow", size: 1, isSlow: true) { { Issue.record("it ran") } }
    let suite = BenchmarkSuite("Program", groups: [BenchmarkGroup("g", cases: [slow])])
    let terminal = Terminal(write: { [streams] in streams.output += $0 })
    let command = BenchmarkCommand(suite, isDebugBuild: false, terminal: terminal)
    _ = await command.run(["--quick", "--verbose"])
    #expect(streams.output.contains("takes too long for a quick run"))
  }

  @Test func theNamesAreTheOnlyOutput() async {
    #expect(await run(["--list"], isDebugBuild: true) == 0)
    #expect(streams.output == "Sum.loop(10)\nSum.loop(20)\ntwice as many\none\n")
    #expect(await run(["-h"], isDebugBuild: true) == 0)
    #expect(streams.output.contains("USAGE: swift run -c release Program"))
    #expect(streams.errors.isEmpty)
  }
}
