import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux
import ValueReduxTesting

/// An error says the same sentence wherever it ends up: in an alert, in a log, in a test.
@Suite struct ErrorTextTests {
  private static func errors() async throws -> [any Error] {
    var errors: [any Error] = [
      MigrationError.unknownSlice("x", known: ["a"]), MigrationError.notMigrated(["a"]),
      SavedStateError.unknownVersion(9, newest: 1),
      MigrationError.gateClosed(slice: "a", stage: .lead, unmet: ["b"]),
    ]
    do { try Graph.verifyCopy(of: Forgetful(3)) } catch { errors.append(error) }
    do {
      try await TestStore.checking(
        initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 }
      ) { try $0.send(1) }
    } catch { errors.append(error) }
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: empty) }
    do {
      _ = try ParityCheck<Forgetful<Int>, Int>([]) { Forgetful(1) }.run(.recording(empty))
    } catch { errors.append(error) }
    return errors
  }

  @Test func theTextsOfAnErrorAreOne() async throws {
    let errors = try await Self.errors()
    #expect(errors.count == 7)
    for error in errors {
      let text = "\(error)"
      #expect(error.localizedDescription == text)
      #expect((error as? any LocalizedError)?.errorDescription == text)
      #expect((error as NSError).localizedDescription == text)
      #expect(text.contains(" "), "A sentence: \(text)")
    }
  }
}
