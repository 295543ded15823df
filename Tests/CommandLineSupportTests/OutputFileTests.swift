import Foundation
import Testing

@testable import CommandLineSupport

@Suite final class OutputFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("output-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test(arguments: ["/nowhere/a.json", "/", "."])
  func whereNoFileCanBeIsRefused(path: String) {
    let error = #expect(throws: UsageError.self) { try OutputFile(path) }
    #expect(error?.description == "cannot write the file \(path)")
  }

  @Test func aFileIsCreatedOrReplacedAndItsReaderKeepsTheOldContentWhole() throws {
    let old = String(repeating: "old", count: 1_000)
    try OutputFile(path("a.json")).write(Data(old.utf8))
    let reader = try #require(FileHandle(forReadingAtPath: path("a.json")))
    try OutputFile(path("a.json")).write(Data("new".utf8))
    #expect(try reader.readToEnd() == Data(old.utf8))
    #expect(try content("a.json") == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.json"])
  }

  @Test func aLinkLeadsToItsFile() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path("a.json")))
    #expect(symlink("a.json", path("link")) == 0)
    try OutputFile(path("link")).write(Data("new".utf8))
    #expect(try content("a.json") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a.json")
  }

  @Test(arguments: ["/dev/null", "/dev/stdout", "/dev/stderr"])
  func aDeviceIsWrittenTo(name: String) throws {
    var (before, after) = (stat(), stat())
    #expect(lstat(name, &before) == 0)
    try OutputFile(name).write(Data())
    #expect(lstat(name, &after) == 0)
    #expect(before.st_ino == after.st_ino)
  }

  #if os(Linux)
    @Test func aFullDeviceIsAnErrorWithItsReason() throws {
      let file = try OutputFile("/dev/full")
      let error = #expect(throws: OutputError.self) { try file.write(Data("a".utf8)) }
      #expect(error?.description.hasPrefix("/dev/full: ") == true)
      #expect(error?.description.contains("No space left") == true)
    }
  #endif

  @Test(arguments: [
    ("a.json", "a.json"), ("a.json", "./a.json"), ("a.json", "here/a.json"), ("a.json", "hard"),
    ("a.json", "link"), ("new", "here/new"),
  ])
  func twoNamesOfOneFileAreRecognized(one: String, other: String) throws {
    try Data().write(to: URL(fileURLWithPath: path("a.json")))
    #expect(link(path("a.json"), path("hard")) == 0)
    #expect(symlink("a.json", path("link")) == 0)
    #expect(symlink(".", path("here")) == 0)
    let (file, place) = try (OutputFile(path(one)), OutputFile(path(other)))
    #expect(file.isSame(as: place))
    #expect(try !file.isSame(as: OutputFile(path("b"))))
  }
}
