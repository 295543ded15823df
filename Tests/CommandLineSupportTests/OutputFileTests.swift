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

  @Test(arguments: ["/nowhere/a.json", "/", "."])
  func whereNoFileCanBeIsRefused(path: String) {
    #expect(throws: UsageError("cannot write the file \(path)")) { try OutputFile(path) }
  }

  @Test func aFileIsReplacedAtTheEndOfItsLinkAndItsReaderKeepsTheOldContentWhole() throws {
    let (file, link) = (folder + "/a.json", folder + "/link")
    let old = String(repeating: "old", count: 1_000)
    try OutputFile(file).write(Data(old.utf8))
    #expect(symlink("a.json", link) == 0)
    let reader = try #require(FileHandle(forReadingAtPath: file))
    try OutputFile(link).write(Data("new".utf8))
    let texts = try [reader.readToEnd(), FileManager.default.contents(atPath: file)]
      .map { String(decoding: $0 ?? Data(), as: UTF8.self) }
    #expect(texts == [old, "new"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["a.json", "link"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.json")
  }

  @Test(arguments: ["/dev/null", "/dev/stdout", "/dev/stderr"])
  func aDeviceIsWrittenTo(name: String) throws {
    var (before, after) = (stat(), stat())
    try #require(lstat(name, &before) == 0)
    try OutputFile(name).write(Data())
    try #require(lstat(name, &after) == 0)
    #expect(before.st_ino == after.st_ino)
  }

  #if os(Linux)
    @Test func aFullDeviceIsAnErrorWithItsReason() throws {
      let file = try OutputFile("/dev/full")
      let error = #expect(throws: OutputError.self) { try file.write(Data("a".utf8)) }
      #expect(error?.description.wholeMatch(of: /\/dev\/full: .*No space left.*/) != nil)
    }
  #endif
}
