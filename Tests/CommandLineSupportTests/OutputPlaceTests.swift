import Foundation
import Testing

@testable import CommandLineSupport

@Suite final class OutputPlaceTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("output-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func refusal(of path: String) -> String? {
    let error = #expect(throws: UsageError.self) { try OutputPlace(file: path) }
    return error?.description
  }

  @Test func filesAreWrittenAndReplaced() throws {
    let charts = try OutputPlace(folder: path("deep/charts"))
    try charts.write(Data("a".utf8), named: "a.svg")
    #expect(try content("deep/charts/a.svg") == "a")
    try OutputPlace(file: path("deep/charts/a.svg")).write(Data("b".utf8))
    #expect(try content("deep/charts/a.svg") == "b")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("deep/charts")) == ["a.svg"])
  }

  @Test func aPathWithoutAFolderIsInTheCurrentOne() throws {
    let name = "output-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: name) }
    try OutputPlace(file: name).write(Data("a".utf8))
    #expect(try String(contentsOfFile: name, encoding: .utf8) == "a")
  }

  @Test func aPlaceThatIsNotWritableIsNamedBeforeAnythingIsWritten() {
    #expect(
      refusal(of: "/nowhere/at/all.json")
        == "cannot write the file /nowhere/at/all.json: No such file or directory")
    #expect(refusal(of: "/") == "cannot write the file /: it is a folder")
    #expect(refusal(of: folder) == "cannot write the file \(folder): it is a folder")
    #expect(refusal(of: path("new/"))?.hasSuffix(": it is a folder") == true)
    #expect(refusal(of: path(String(repeating: "x", count: 300)))?.hasSuffix("too long") == true)
    #expect(throws: UsageError("cannot create the folder /dev/null/charts")) {
      try OutputPlace(folder: "/dev/null/charts")
    }
  }

  #if os(Linux)
    // No file can be made in /proc, even by a user whom permissions do not stop.
    @Test func aFolderThatTakesNoFilesIsFoundByTrying() {
      #expect(refusal(of: "/proc/self/a.json") != nil)
      #expect(throws: UsageError.self) { try OutputPlace(folder: "/proc/self") }
    }
  #endif

  @Test func aLinkAPipeAndADeviceAreRefusedAndLeftAlone() throws {
    #expect(symlink("target", path("link")) == 0)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(
      refusal(of: path("link")) == "cannot write the file \(path("link")): it is a symbolic link")
    #expect(
      refusal(of: path("pipe")) == "cannot write the file \(path("pipe")): it is a named pipe")
    #expect(refusal(of: "/dev/zero") == "cannot write the file /dev/zero: it is a device")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["link", "pipe"])
  }

  @Test func aLinkThatAppearsWhileTheProgramWorksIsRefused() throws {
    let place = try OutputPlace(file: path("a.json"))
    #expect(symlink("target", path("a.json")) == 0)
    #expect(throws: OutputError.self) { try place.write(Data("a".utf8)) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names == ["a.json"])
  }

  @Test func aFolderWithALinkInPlaceOfAPictureIsRefused() throws {
    #expect(symlink("target", path("bounds.svg")) == 0)
    let error = #expect(throws: UsageError.self) { try OutputPlace(folder: folder) }
    #expect(error?.description.hasSuffix(": it is a symbolic link") == true)
  }

  @Test func theStreamsAndTheNullDeviceAreWrittenTo() throws {
    for name in ["/dev/null", "/dev/stdout", "/dev/stderr"] {
      var (before, after) = (stat(), stat())
      #expect(lstat(name, &before) == 0)
      try OutputPlace(file: name).write(Data())
      #expect(lstat(name, &after) == 0)
      #expect(before.st_ino == after.st_ino)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o755] as [mode_t])
  func anExistingFileKeepsItsPermissions(mode: mode_t) throws {
    try Data("a".utf8).write(to: URL(fileURLWithPath: path("a.json")))
    #expect(chmod(path("a.json"), mode) == 0)
    try OutputPlace(file: path("a.json")).write(Data("b".utf8))
    var status = stat()
    #expect(stat(path("a.json"), &status) == 0)
    #expect(status.st_mode & 0o7777 == mode)
    #expect(try content("a.json") == "b")
  }

  @Test func aReaderKeepsTheOldContentWhole() throws {
    let old = String(repeating: "old", count: 1_000)
    try Data(old.utf8).write(to: URL(fileURLWithPath: path("a.json")))
    let reader = try #require(FileHandle(forReadingAtPath: path("a.json")))
    try OutputPlace(file: path("a.json")).write(Data("new".utf8))
    #expect(try reader.readToEnd() == Data(old.utf8))
    #expect(try content("a.json") == "new")
  }

  @Test func twoOptionsWithOnePathAreRefused() throws {
    try Data().write(to: URL(fileURLWithPath: path("a.json")))
    #expect(link(path("a.json"), path("hard")) == 0)
    #expect(symlink(".", path("here")) == 0)
    let file = try OutputPlace(file: path("a.json"))
    for other in ["a.json", "./a.json", "here/a.json", "hard"] {
      let place = try OutputPlace(file: path(other))
      let error = #expect(throws: UsageError.self) {
        try OutputPlace.requireDistinct([("--json", file), ("--html", place)])
      }
      #expect(
        error?.description == "--json and --html name the same file \(path(other))")
    }
    let charts = try OutputPlace(folder: folder)
    let picture = try OutputPlace(file: path("a.svg"))
    #expect(throws: UsageError.self) {
      try OutputPlace.requireDistinct([("--html", picture), ("--svg", charts)])
    }
    let streams = try [OutputPlace(file: "/dev/stdout"), OutputPlace(file: "/dev/stdout")]
    #expect(throws: UsageError.self) {
      try OutputPlace.requireDistinct([("--json", streams[0]), ("--html", streams[1])])
    }
    try OutputPlace.requireDistinct([("--json", file), ("--html", OutputPlace(file: path("b")))])
    try OutputPlace.requireDistinct([("--json", file), ("--svg", charts)])
  }
}
