import Foundation
import Testing

@testable import CommandLineSupport

/// The executables of this build, with a standard output that takes nothing.
@Suite struct ProgramOutputTests {
  private struct Run {
    let status: Int32
    let reason: Process.TerminationReason
    let error: String
  }

  private static let programs = [
    ("Lockbox", "--help"), ("MutationVsCopy", "--help"), ("MutationVsCopy", "--list"),
  ]

  /// Runs a program of this build by a command of the shell, where it is `$0`.
  private func run(_ program: String, _ command: String) throws -> Run {
    let tests = try #require(Bundle.main.executableURL)
    let executable = tests.deletingLastPathComponent().appendingPathComponent(program)
    try #require(FileManager.default.isExecutableFile(atPath: executable.path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command, executable.path]
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let error = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(status: process.terminationStatus, reason: process.terminationReason, error: error)
  }

  @Test(arguments: programs)
  func anOutputThatCannotBeWrittenEndsWithOneLineAndAStatus(program: String, option: String) throws
  {
    let run = try run(program, "exec \"$0\" \(option) >&-")
    try #require(run.reason == .exit)
    #expect(run.status == OutputError.status)
    let line = run.error.wholeMatch(of: /standard output: .*Bad file descriptor.*\n/)
    #expect(line != nil, "\(run.error)")
  }

  @Test func anotherProcessPrintsTheSameText() throws {
    let run = try run(
      "Lockbox",
      """
      one=$("$0" --seed 7 --actions 30 --plant-bug) ; two=$("$0" --seed 7 --actions 30 --plant-bug)
      test -n "$one" && test "$one" = "$two"
      """)
    #expect(run.status == 0, "\(run.error)")
  }

  /// Each login of the sample has a password; no text and no file that the programs make shows one.
  @Test func noOutputShowsAPasswordOfTheInput() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Lockbox/Resources/sample-logins.json")
    let logins = try JSONSerialization.jsonObject(with: Data(contentsOf: sample))
    let secrets = try #require(logins as? [[String: Any]]).compactMap { $0["password"] as? String }
    try Data((secrets + ["pl4ntedOther"]).joined(separator: "\n").utf8)
      .write(to: folder.appendingPathComponent("secrets"))
    let run = try run(
      "Lockbox",
      """
      cd '\(folder.path)'
      "$0" --actions 60 --record a.jsonl > a.txt 2>&1
      "$0" --replay a.jsonl --page b.html > b.txt 2>&1
      "$0" --replay a.jsonl --plant-bug > c.txt 2>&1
      "$0" --actions 600 --plant-bug wrong-date > d.txt 2>&1
      { echo signin; echo unlock; echo stage theme shadow; echo open 1; echo copy password
        echo edit password pl4ntedOther; echo list; echo stage; echo help; echo quit
      } | "$0" --interactive > e.txt 2>&1
      for file in a.jsonl a.txt b.html b.txt c.txt d.txt e.txt; do
        test -s $file || echo "$file is empty" >&2
      done
      grep -q "AS A TEST" d.txt || echo "d.txt has no counterexample" >&2
      grep -l -F -f secrets *.txt *.html *.jsonl >&2
      """)
    #expect(run.error == "")
  }
}
