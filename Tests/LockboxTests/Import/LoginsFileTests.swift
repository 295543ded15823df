import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LoginsFileTests {
  private func withFile(_ content: [UInt8], _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func aFileUpToTheLimitIsReadWhole() throws {
    let content = Array(repeating: UInt8(ascii: "a"), count: 3 << 20)
    try withFile(content) { path in
      let bytes = try LoginsFile.file(path: path).bytes(atMost: content.count)
      #expect(bytes == content)
    }
  }

  @Test func aFileBeyondTheLimitIsRefused() throws {
    try withFile(Array(repeating: 0, count: (2 << 20) + 1)) { path in
      let error = #expect(throws: ImportError.self) {
        try LoginsFile.file(path: path).bytes(atMost: 2 << 20)
      }
      #expect(error?.reason == "the file is longer than 2 MB, so it is no logins export")
    }
  }

  @Test func aFileOfAGigabyteIsRefusedWithoutReadingIt() throws {
    try withFile([]) { path in
      // A sparse file, which takes no room on the disk.
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.truncate(atOffset: 1 << 30)
      try file.close()
      #expect(throws: ImportError.self) { try LoginsFile.file(path: path).bytes() }
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")))
  func aDeviceWithoutEndIsRefused() {
    #expect(throws: ImportError.self) { try LoginsFile.file(path: "/dev/zero").bytes() }
  }

  @Test func aProgramWithoutItsResourcesNamesThem() throws {
    let error = #expect(throws: ImportError.self) {
      try LoginsFile.sample.bytes(places: [URL(fileURLWithPath: "/nowhere")])
    }
    let reason = try #require(error?.reason)
    #expect(reason.contains("Landbridge_Lockbox.resources must stand next to the program"))
  }
}
