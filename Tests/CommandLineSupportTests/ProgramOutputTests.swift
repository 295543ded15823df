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

  private func expectOneLine(_ run: Run, _ program: String, _ reason: String) {
    #expect(run.reason == .exit && run.status == OutputError.status)
    #expect(run.error == "\(program): standard output: \(reason)\n")
  }

  #if os(Linux)
    @Test(arguments: programs)
    func aFullStandardOutputEndsWithOneLineAndAStatus(program: String, option: String) throws {
      let run = try run(program, "exec \"$0\" \(option) > /dev/full")
      expectOneLine(run, program, "No space left on device")
    }
  #endif

  @Test(arguments: programs)
  func aClosedStandardOutputEndsWithOneLineAndAStatus(program: String, option: String) throws {
    let run = try run(program, "exec \"$0\" \(option) >&-")
    expectOneLine(run, program, "Bad file descriptor")
  }

  #if os(Linux)
    // The runtime may open such an object under the number of a stream that was closed. It takes
    // eight bytes as a number, and the text is lost.
    @Test func anEventUnderTheNumberOfAStreamIsNoStream() throws {
      // The C library has it, but its Swift module does not.
      typealias MakeEvent = @convention(c) (UInt32, Int32) -> Int32
      let symbol = try #require(dlsym(nil, "eventfd"))
      let event = unsafeBitCast(symbol, to: MakeEvent.self)(0, 0)
      defer { close(event) }
      let text = Array("12345678".utf8)
      #expect(throws: OutputError.self) {
        try text.withUnsafeBytes { try StandardStreams.write($0, to: event) }
      }
    }
  #endif

  @Test(arguments: programs)
  func aPipeWithoutAReaderEndsWithOneLineAndAStatus(program: String, option: String) throws {
    // The reader says that it has closed the pipe through another one.
    let run = try run(
      program,
      """
      ready=$(mktemp -u) && mkfifo "$ready"
      { cat "$ready"; "$0" \(option); echo "status $?" >&2; } | { exec <&-; : > "$ready"; }
      rm "$ready"
      """)
    #expect(run.error == "\(program): standard output: Broken pipe\nstatus 3\n")
  }

  @Test(arguments: programs)
  func aClosedStandardErrorIsNoTrap(program: String, option: String) throws {
    let run = try run(program, "exec \"$0\" \(option) 2>&- >&-")
    #expect(run.reason == .exit && run.status == OutputError.status)
  }

  @Test func withoutATerminalTheColumnsAreThoseOfTheEnvironment() throws {
    let run = try run(
      "Lockbox", "COLUMNS=40 \"$0\" --help | awk '{ if (length($0) > 40) print }' >&2")
    #expect(run.error == "")
  }

  @Test func aProgramThatMovedAwayFromItsResourcesSaysSo() throws {
    let run = try run(
      "Lockbox",
      """
      folder=$(mktemp -d) && cp "$0" "$folder/" && "$folder/Lockbox" --actions 5
      status=$?; rm -r "$folder"; exit $status
      """)
    #expect(run.reason == .exit && run.status == 2)
    #expect(run.error.contains("Landbridge_Lockbox.resources must stand next to the program"))
  }

  @Test func anotherProcessPrintsTheSameText() throws {
    let run = try run(
      "Lockbox",
      """
      one=$("$0" --seed 7 --actions 150 --plant-bug) ; two=$("$0" --seed 7 --actions 150 --plant-bug)
      test -n "$one" && test "$one" = "$two"
      """)
    #expect(run.status == 0)
    #expect(run.error == "")
  }

  /// A password stands in every login of the file; in no text and no file that the programs make.
  @Test func noOutputShowsAPasswordOfTheInput() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (secret, other) = ("pl4ntedSecret", "pl4ntedOther")
    let rows = (1...12).map { number in
      let site = "https://site\(number).example"
      return "\(site),user\(number),\(secret)\(number),,\(site),{\(UUID())},1,2,3"
    }
    let columns = "url,username,password,httpRealm,formActionOrigin,guid,"
    let times = "timeCreated,timeLastUsed,timePasswordChanged"
    let text = ([columns + times] + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: folder.appendingPathComponent("logins.csv"))
    let run = try run(
      "Lockbox",
      """
      cd '\(folder.path)'
      "$0" logins.csv --actions 200 --record a.jsonl --page a.html > a.txt 2>&1
      "$0" --replay a.jsonl --page b.html > b.txt 2>&1
      "$0" --replay a.jsonl --plant-bug > c.txt 2>&1
      "$0" logins.csv --actions 400 --plant-bug > d.txt 2>&1
      head -c 700 logins.csv > broken.csv
      "$0" broken.csv > e.txt 2>&1
      { echo signin; echo unlock; echo stage theme shadow; echo open 1; echo copy password
        echo edit password \(other); echo list; echo stage; echo help; echo quit
      } | "$0" logins.csv --interactive > f.txt 2>&1
      for file in a.jsonl a.html a.txt b.html b.txt c.txt d.txt e.txt f.txt; do
        test -s $file || echo "$file is empty" >&2
      done
      grep -l -e \(secret) -e \(other) *.txt *.html *.jsonl >&2
      """)
    #expect(run.error == "")
  }
}
