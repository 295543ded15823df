import Foundation
import Testing

@testable import CommandLineSupport

/// The executables of this build, with a standard output that takes nothing.
@Suite struct ProgramOutputTests {
  /// Runs a program of this build by a command of the shell, where it is `$0`.
  ///
  /// A closed output is a pipe that its reader has left.
  private func run(
    _ program: String, _ command: String, closed: Bool = false
  ) throws -> (status: Int32, error: String) {
    let tests = try #require(Bundle.main.executableURL)
    let executable = tests.deletingLastPathComponent().appendingPathComponent(program)
    try #require(FileManager.default.isExecutableFile(atPath: executable.path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command, executable.path]
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    let left = Pipe()
    try left.fileHandleForReading.close()
    process.standardOutput = closed ? left.fileHandleForWriting : FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let error = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, error)
  }

  @Test(arguments: [
    ("Lockbox", "--help"), ("MutationVsCopy", "--help"), ("MutationVsCopy", "--list"),
  ])
  func anOutputThatCannotBeWrittenEndsWithOneLineAndAStatus(program: String, option: String) throws
  {
    // The shell adds 128 to the number of a signal.
    for (closing, reason) in [(">&-", "Bad file descriptor"), ("", "Broken pipe")] {
      let run = try run(program, "\"$0\" \(option) \(closing); exit $?", closed: closing.isEmpty)
      #expect(run.status == OutputError.status)
      let line = try /standard output: (.*)\n/.wholeMatch(in: run.error)
      #expect(line?.1.contains(reason) == true, "\(run.error)")
    }
  }

  /// A regression: the signal of a closed pipe ended the process, and the recording with it.
  @Test func aClosedOutputEndsThePrintingAndNotTheRecording() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try run(
      "Lockbox",
      "cd '\(folder.path)'; \"$0\" --actions 60 --record a.jsonl; exit $?", closed: true)
    #expect(whole.status == OutputError.status)
    let lines = try String(contentsOf: folder.appendingPathComponent("a.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.count { $0.contains(#""kind":"action""#) } >= 60)
    #expect(lines.last?.contains(#""kind":"end""#) == true, "\(lines.last ?? "")")
    // Without a recording nothing is left to do: these actions would take an hour.
    #expect(try run("Lockbox", "\"$0\" --actions 1000000; exit $?", closed: true).status == 3)
  }

  @Test func anotherProcessPrintsTheSameText() throws {
    let run = try run(
      "Lockbox",
      """
      one=$("$0" --seed 7 --actions 30 --plant-bug) ; two=$("$0" --seed 7 --actions 30 --plant-bug)
      test -n "$one" && test "$one" = "$two"
      """)
    #expect(run.status == 0)
    #expect(run.error == "")
  }

  /// A password is in every login of the file; in no text and no file that the programs make.
  @Test func noOutputShowsAPasswordOfTheInput() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = "pl4ntedSecret"
    let columns = "url,username,password,httpRealm,guid,timeLastUsed,timePasswordChanged"
    let rows = (1...12).map { "https://site\($0).example,user\($0),\(secret)\($0),,{\($0)},2,3" }
    try Data(([columns] + rows).joined(separator: "\n").utf8)
      .write(to: folder.appendingPathComponent("logins.csv"))
    let run = try run(
      "Lockbox",
      """
      cd '\(folder.path)'
      "$0" logins.csv --actions 60 --record a.jsonl > a.txt 2>&1
      "$0" --replay a.jsonl --page b.html > b.txt 2>&1
      "$0" --replay a.jsonl --plant-bug > c.txt 2>&1
      "$0" logins.csv --actions 200 --plant-bug > d.txt 2>&1
      { cat logins.csv; echo ,\(secret); } > broken.csv
      "$0" broken.csv > e.txt 2>&1
      for file in a.jsonl a.txt b.html b.txt c.txt d.txt e.txt; do
        test -s $file || echo "$file is empty" >&2
      done
      grep -q "AS A TEST" d.txt || echo "d.txt has no counterexample" >&2
      grep -l \(secret) *.txt *.html *.jsonl >&2
      """)
    #expect(run.error == "")
  }
}
