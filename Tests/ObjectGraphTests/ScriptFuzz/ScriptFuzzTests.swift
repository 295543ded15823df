import Foundation
import ObjectGraph
import StoreContract
import Testing

/// Random `Codable` scripts decode the same values and the same errors from a copy as through JSON.
struct ScriptFuzzTests {
  @Test func copiesAgreeWithJSON() async throws {
    var random = SeededGenerator("Codable scripts")
    let count = TestVolume.count(2_000, soak: 20_000, sanitized: 1_000)
    var (values, errors) = (0, 0)
    for number in 0..<count {
      // Tests that wait for a turn share the threads with this one.
      await Task.yield()
      let script = Script.random(3, &random)
      let readerSeed = UInt64.random(in: 0...UInt64.max, using: &random)
      let json = outcome(readerSeed) { reader in
        let decoder = JSONDecoder()
        decoder.userInfo[Script.key] = reader
        _ = try decoder.decode([Script].self, from: JSONEncoder().encode([script]))
      }
      let copy = outcome(readerSeed) {
        _ = try Graph.copy([script], userInfo: [Script.key: $0])
      }
      if json != copy {
        Issue.record("script \(number), \(TestSeed.repeating)\n\(script)\n\(json)\n\(copy)")
        return
      }
      values += json.filter { !$0.hasPrefix("error") }.count
      errors += json.filter { $0.hasPrefix("error") }.count
    }
    // Scripts that fail at once, or never, compare little.
    #expect(values > count && errors > count / 10)
  }

  /// The log of the reading side, in order, and how it ended.
  private func outcome(_ seed: UInt64, _ body: (Script.Reader) throws -> Void) -> [String] {
    let reader = Script.Reader.shared
    reader.begin(seed)
    do {
      try body(reader)
      reader.log("end")
    } catch {
      reader.log("ended by \(Script.Reader.kind(of: error))")
    }
    return reader.lines
  }
}
