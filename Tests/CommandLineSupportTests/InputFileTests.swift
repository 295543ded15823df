import CommandLineSupport
import Foundation
import Testing

@Suite struct InputFileTests {
  /// The device has no end.
  @Test func aFileUpToTheLimitIsReadWholeAndAllElseIsRefusedWithTheReason() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let content = Array(repeating: UInt8(ascii: "a"), count: 2 << 20)
    func read(_ path: String) throws -> [UInt8] {
      try InputFile.bytes(of: path, atMost: content.count, expecting: "song")
    }
    try Data(content).write(to: file)
    #expect(try read(file.path) == content)
    try Data(content + [0]).write(to: file)
    for (path, reason) in [
      (file.path, "the file is longer than 2 MB, so it is no song"),
      ("/dev/zero", "the file is longer than 2 MB, so it is no song"),
      ("/nowhere/song", "there is no such file"),
      (NSTemporaryDirectory(), "the file cannot be read"),
    ] {
      #expect(throws: InputError(reason), "\(path)") { try read(path) }
    }
  }
}
