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

  @Test func whereNoFileCanBeIsRefused() {
    for path in ["/nowhere/a.json", "/", "."] {
      #expect(throws: UsageError("cannot write the file \(path)")) { try OutputFile(path) }
    }
  }

  @Test func aFileIsCreatedOrReplacedThroughALinkTooAndItsReaderKeepsTheOldContentWhole() throws {
    let old = String(repeating: "old", count: 1_000)
    try OutputFile(path("a.json")).write(Data(old.utf8))
    let reader = try #require(FileHandle(forReadingAtPath: path("a.json")))
    #expect(symlink("a.json", path("link")) == 0)
    try OutputFile(path("link")).write(Data("new".utf8))
    #expect(try reader.readToEnd() == Data(old.utf8))
    #expect(try String(contentsOfFile: path("a.json"), encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a.json")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.json", "link"])
  }

  @Test func aDeviceIsWrittenToAndAFullOneIsAnErrorWithItsReason() throws {
    for name in ["/dev/null", "/dev/stdout", "/dev/stderr"] {
      var (before, after) = (stat(), stat())
      #expect(lstat(name, &before) == 0)
      try OutputFile(name).write(Data())
      #expect(lstat(name, &after) == 0)
      #expect(before.st_ino == after.st_ino, "\(name)")
    }
    #if os(Linux)
      let error = #expect(throws: OutputError.self) {
        try OutputFile("/dev/full").write(Data("a".utf8))
      }
      #expect(error?.description.contains(/^\/dev\/full: .*No space left/) == true)
    #endif
  }

  @Test func onePathThroughLinksIsRefused() throws {
    try Data().write(to: URL(fileURLWithPath: path("a.json")))
    for (target, name) in [("a.json", "link"), (".", "here")] {
      #expect(symlink(target, path(name)) == 0)
    }
    for (one, other) in [
      ("a.json", "a.json"), ("a.json", "./a.json"), ("a.json", "here/a.json"), ("a.json", "link"),
      ("new", "here/new"),
    ].map({ (path($0), path($1)) }) {
      #expect(throws: UsageError("A and B name the same file \(other)")) {
        try OutputFile.refuseSame(["A": one, "none": nil, "B": other, "C": path("b")])
      }
    }
  }
}
