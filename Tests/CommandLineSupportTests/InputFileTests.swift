import CommandLineSupport
import Foundation
import Testing

@Suite struct InputFileTests {
  private func withFile(_ content: [UInt8], _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  private func refusal(of path: String, atMost limit: Int = 32 << 20) -> String? {
    let error = #expect(throws: InputError.self) {
      try InputFile.bytes(of: path, atMost: limit, expecting: "song")
    }
    return error?.description
  }

  @Test func aFileUpToTheLimitIsReadWholeAndALongerOneIsRefused() throws {
    let content = Array(repeating: UInt8(ascii: "a"), count: 2 << 20)
    try withFile(content) { path in
      let bytes = try InputFile.bytes(of: path, atMost: content.count, expecting: "song")
      #expect(bytes == content)
    }
    try withFile(content + [0]) { path in
      #expect(
        refusal(of: path, atMost: 2 << 20) == "the file is longer than 2 MB, so it is no song")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")))
  func aDeviceWithoutEndIsRefused() {
    #expect(refusal(of: "/dev/zero")?.contains("longer than 32 MB") == true)
  }

  @Test func whatIsNoFileIsRefusedWithTheReason() {
    #expect(refusal(of: "/nowhere/song") == "there is no such file")
    #expect(refusal(of: NSTemporaryDirectory()) == "the file cannot be read")
  }
}
