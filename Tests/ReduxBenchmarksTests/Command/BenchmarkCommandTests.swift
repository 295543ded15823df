import CommandLineSupport
import Foundation
import Testing

@testable import ReduxBenchmarks

@MainActor @Suite struct BenchmarkCommandTests {
  private final class Streams {
    var output = ""
    var errors = ""
    /// Why standard output takes nothing.
    var failure: OutputError?
  }

  private let streams = Streams()

  private func run(
    _ arguments: [String], build: BuildMode = .release, isTerminal: Bool = true,
    columns: Int? = nil
  ) async -> Int32 {
    let suite = BenchmarkSuite(
      "Program",
      groups: [
        BenchmarkGroup(
          "sums",
          cases: [10, 20].map { size in
            BenchmarkCase("Sum.loop(\(size))", size: size) { { (0..<size).reduce(0, +) } }
          },
          ratios: [
            RatioClaim("twice as many", of: "Sum.loop(20)", to: "Sum.loop(10)", .atMost(1e9))
          ]),
        BenchmarkGroup("counts", trials: [Trial("one", unit: "ones", .exactly(1)) { 1 }]),
      ],
      findings: { ["\($0.cases.count) cases"] },
      charts: { report in
        let points = report.cases.map { LineChart.Point(x: Double($0.size), $0) }
        let line = LineChart.Series("sum", points: points)
        return [LineChart(title: "Sums", xLabel: "n", yLabel: "t", series: [line])]
      })
    let command = BenchmarkCommand(
      suite, build: build, plan: .small, columns: columns,
      progressText: ProgressLine(isTerminal: isTerminal, columns: nil).text,
      write: { [streams] in
        if let failure = streams.failure { throw failure }
        streams.output += $0
      },
      writeError: { [streams] in streams.errors += $0 })
    return await command.run(arguments)
  }

  @Test func aRunPrintsItsTableAndItsProgress() async {
    #expect(await run([]) == 0)
    #expect(streams.output.contains("Sum.loop(20)"))
    #expect(streams.output.contains("2 cases"))
    #expect(streams.output.contains("2 of 2 ratios met their bound"))
    #expect(streams.errors.contains("[1/2] sums"))
    #expect(streams.errors.contains("[2/2] counts"))
  }

  @Test func theRatiosThatMetTheirBoundsAreDetails() async {
    #expect(await run([]) == 0)
    #expect(!streams.output.contains("twice as many"))
    #expect(streams.output.contains("--verbose prints every table"))
    streams.output = ""
    #expect(await run(["--verbose"]) == 0)
    #expect(streams.output.contains("twice as many"))
    #expect(!streams.output.contains("--verbose"))
  }

  @Test func progressGoesToATerminalOnly() async {
    #expect(await run([], isTerminal: false) == 0)
    #expect(streams.errors == "")
  }

  @Test func theReportFitsANarrowTerminal() async {
    #expect(await run(["--verbose"], columns: 40) == 0)
    for line in streams.output.split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
    #expect(streams.output.contains("  verdict\n") || streams.output.contains("  verdict "))
  }

  @Test func theFilesAreWrittenBeforeATextThatIsLost() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    streams.failure = OutputError("standard output: No space left on device")
    let files = ["--svg", folder.path, "--json", folder.path + "/a.json"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(await run(files, isTerminal: false) == 3)
    #expect(streams.errors == "Program: standard output: No space left on device\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a.json", "bounds.svg", "sums.svg"])
    for arguments in [["--help"], ["--list"]] { #expect(await run(arguments) == 3) }
  }

  @Test func aFileThatCannotBeWrittenCostsNeitherTheOthersNorTheText() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (json, html) = (folder.path + "/a.json", folder.path + "/a.html")
    let suite = BenchmarkSuite(
      "Program",
      groups: [
        BenchmarkGroup(
          "sums",
          cases: [
            BenchmarkCase("Sum.one(1)", size: 1) {
              // Appears while the program measures.
              _ = symlink("elsewhere", json)
              return { 1 }
            }
          ])
      ])
    let command = BenchmarkCommand(
      suite, build: .release, plan: .small,
      progressText: ProgressLine(isTerminal: false, columns: nil).text,
      write: { [streams] in streams.output += $0 },
      writeError: { [streams] in streams.errors += $0 })
    #expect(await command.run(["--json", json, "--html", html]) == 3)
    #expect(streams.errors.hasSuffix("/a.json: it is a symbolic link\n"))
    #expect(streams.output.contains("Sum.one(1)"))
    #expect(FileManager.default.fileExists(atPath: html))
  }

  @Test func aCaseThatThrowsFailsTheRunAndIsNamed() async {
    let suite = BenchmarkSuite(
      "Program",
      groups: [
        BenchmarkGroup(
          "failing",
          cases: [
            BenchmarkCase("Sum.fine(1)", size: 1) { { 1 } },
            BenchmarkCase("Sum.failing(1)", size: 1) { { throw CancellationError() } },
          ])
      ])
    let command = BenchmarkCommand(
      suite, build: .release, plan: .small, write: { [streams] in streams.output += $0 },
      writeError: { [streams] in streams.errors += $0 })
    #expect(await command.run([]) == 1)
    #expect(streams.output.contains("Sum.fine(1)"))
    #expect(streams.output.contains("threw CancellationError()"))
  }

  @Test func theListHasEveryName() async {
    #expect(await run(["--list"], build: .debug) == 0)
    #expect(streams.output == "Sum.loop(10)\nSum.loop(20)\ntwice as many\none\n")
  }

  @Test(arguments: [
    (["--case", "Sum.loop(10)"], ["Sum.loop(10)"], []),
    (["--case", "Sum.loop"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "Sum"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "twice as many"], ["Sum.loop(10)", "Sum.loop(20)"], ["twice as many"]),
    (["--case", "one"], [], ["one"]),
    (["--case", "counts", "--case", "Sum.loop(20)"], ["Sum.loop(20)"], ["one"]),
  ])
  func aChoiceMeasuresNothingElse(
    arguments: [String], cases: [String], rows: [String]
  ) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(await run(arguments + ["--json", file.path]) == 0)
    let report = try JSONDecoder().decode(BenchmarkReport.self, from: Data(contentsOf: file))
    #expect(report.cases.map(\.name) == cases)
    #expect(report.ratios.map(\.name) == rows)
  }

  @Test func filesAreWritten() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = folder.appendingPathComponent("deep/charts")
    #expect(await run(["--svg", svg.path]) == 0)
    let html = folder.appendingPathComponent("page.html")
    #expect(await run(["--html", html.path]) == 0)
    #expect(try String(contentsOf: html, encoding: .utf8).hasPrefix("<!doctype html>"))
    let names = try FileManager.default.contentsOfDirectory(atPath: svg.path).sorted()
    #expect(names == ["bounds.svg", "sums.svg"])
  }

  @Test func chartsWhoseTitlesGiveOneNameHaveAFileEach() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let titles = ["字", "é", "Bounds", "bounds!"]
    let suite = BenchmarkSuite(
      "Program",
      groups: [BenchmarkGroup("counts", trials: [Trial("one", unit: "ones", .exactly(1)) { 1 }])],
      charts: { _ in
        titles.map { LineChart(title: $0, xLabel: "", yLabel: "", series: []) }
      })
    let command = BenchmarkCommand(
      suite, build: .release, plan: .small, write: { _ in }, writeError: { _ in })
    #expect(await command.run(["--svg", folder.path]) == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == ["bounds-2.svg", "bounds-3.svg", "bounds.svg", "chart-2.svg", "chart.svg"])
  }

  @Test(arguments: [
    ["--nonsense"], ["--case", "Nothing.here"], ["--probe", "Nothing.here"],
    ["--first-call", "Nothing.here"], ["--first-call", "one"],
    ["--json", "/nowhere/at/all.json"], ["--html", "/"], ["--svg", "/dev/null/charts"],
    ["--json", "/dev/zero"], ["--json", "/dev/stdout", "--html", "/dev/stdout"],
    ["--svg", NSTemporaryDirectory(), "--html", NSTemporaryDirectory() + "bounds.svg"],
  ])
  func aWrongCommandLineEndsWithStatus2BeforeAnythingIsMeasured(
    arguments: [String]
  ) async {
    #expect(await run(arguments) == 2)
    #expect(streams.errors.hasPrefix("Program: "))
    #expect(streams.errors.count { $0 == "\n" } == 1)
    #expect(streams.output.isEmpty)
  }

  @Test func aDebugBuildIsRefusedWithAMessage() async {
    #expect(await run(["--quick"], build: .debug) == 2)
    #expect(streams.errors.contains("swift run -c release"))
    #expect(streams.output.isEmpty)
  }

  @Test func aProbeRunsTheCaseOnce() async {
    #expect(await run(["--probe", "Sum.loop(10)"]) == 0)
    #expect(await run(["--probe", "one"]) == 0)
    #expect(streams.output.isEmpty)
  }

  @Test func theTimeOfAFirstCallIsTheOnlyOutput() async throws {
    #expect(await run(["--first-call", "Sum.loop(10)"]) == 0)
    let lines = streams.output.split(separator: "\n")
    let time = try #require(lines.first.flatMap { Int($0) })
    #expect(time > 0)
    #expect(lines.count == 1 && streams.errors.isEmpty)
  }

  #if os(Linux) || os(macOS)
    @Test func theTimeOfAFirstCallIsReadFromItsProcess() throws {
      func time(_ script: String) throws -> Duration {
        try FirstCall.time(of: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
      }
      #expect(try time("echo 1234567") == .nanoseconds(1_234_567))
      #expect(try time("echo a warning >&2; echo 7") == .nanoseconds(7))
      let reasons = [
        "exit 0": "another process wrote \"\" instead of nanoseconds",
        "echo many": "another process wrote \"many\" instead of nanoseconds",
        "echo -5": "another process wrote \"-5\" instead of nanoseconds",
        "echo 5; echo no memory >&2; exit 1":
          "failed in another process, with status 1: 5",
        "echo no memory >&2; kill -9 $$": "crashed another process, with signal 9: no memory",
      ]
      for (script, reason) in reasons {
        #expect(throws: ProcessFailure(reason: reason)) { try time(script) }
      }
      // More than a pipe holds.
      #expect(
        try time("head -c 300000 /dev/zero | tr '\\0' x >&2; echo; echo 9") == .nanoseconds(9))
    }

    @Test func aProcessThatFailsIsDistinguishedFromOneThatCrashes() {
      func failure(_ script: String) -> String? {
        ProcessProbe.failure(
          of: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
      }
      #expect(failure("exit 0") == nil)
      #expect(failure("exit 3")?.contains("status 3") == true)
      #expect(failure("kill -9 $$")?.contains("signal 9") == true)
    }
  #endif
}
