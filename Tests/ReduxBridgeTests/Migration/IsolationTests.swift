import Foundation
import Testing

#if os(Linux)
  @Suite struct IsolationTests {
    /// The compiler refuses the lines with a comment, and no other one; nothing of it runs.
    private static let source = """
      import ReduxBridge
      import ReduxBridgeTesting
      import ReferenceRedux

      @MainActor final class Shelf: Codable { var title = "" }
      final class Box: Codable { var title = "" }

      @MainActor func capture(
        _ boxes: MainReferenceStore<Box, String>, _ shelves: MainReferenceStore<Shelf, String>
      ) -> [@Sendable () -> Void] {
        let (box, shelf) = (boxes.read { $0 }, shelves.read { $0 })
        let dispatch = shelves.dispatcher
        return [
          { box.title = "a" },  // It is not Sendable.
          { shelf.title = "a" },  // It is isolated.
          { dispatch("a") },
        ]
      }
      func dispatch(_ boxes: MainReferenceStore<Box, String>) {
        boxes.dispatch("a")  // It is isolated.
        boxes.dispatcher("a")
      }
      @MainActor func make() throws {
        _ = MainReferenceStore<Shelf, String>(state: Shelf(), reducers: [])
        _ = ReferenceStore<Shelf, String>(state: Shelf(), reducers: [])  // It leaves the main actor.
        _ = MigrationStore<Shelf, String>(state: Shelf(), entries: [])  // So does this one.
      }
      @MainActor func check(_ check: ParityCheck<Shelf, String>) throws {
        _ = try check.run(.list([]))
      }
      """

    @Test func whatWouldLeaveTheMainActorDoesNotCompile() throws {
      let modules = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        .appending(path: "Modules")
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
      try Self.source.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let (compiler, errors) = (Process(), Pipe())
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = [
        "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, file.path,
        "-enable-upcoming-feature", "InferIsolatedConformances",
      ]
      compiler.standardError = errors
      try compiler.run()
      let output = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      compiler.waitUntilExit()
      let refused = output.matches(of: /\.swift:(\d+):\d+: error:/).map { String($0.1) }
      let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
      let expected = lines.indices.filter { lines[$0].contains("  // ") }.map { "\($0 + 1)" }
      #expect(Set(refused) == Set(expected), "\(output)")
    }
  }
#endif
