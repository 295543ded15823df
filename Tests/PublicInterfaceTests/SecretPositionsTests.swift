import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing
import ValueRedux

/// A secret in each of 96 positions is in no text, file or page.
@Suite("Secrets in each position") struct SecretPositionsTests {
  typealias Kept = Codable & Hashable & Sendable

  struct Position: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The outputs by their names.
    let outputs: @Sendable (_ folder: URL) async throws -> [(name: String, texts: [String])]
  }

  struct Pass: Kept, Redactable { var text: String }
  struct Named<Value: Kept>: Kept { var password: Value }
  struct Weak: Kept { var token: String }
  struct Site<Value: Kept>: Kept { var site: Value }
  enum Login: Kept { case password(String), named(token: String) }
  enum Coded: Kept, Redactable { case s3cretOld, s3cretNew }
  struct Talkative: Kept, CustomStringConvertible {
    var apiKey: String
    var description: String { apiKey }
  }
  struct Shown: Kept, CustomReflectable {
    var password: String
    var customMirror: Mirror { Mirror(self, children: ["site": password]) }
  }

  struct Box<Value: Kept>: Kept { var inner: Value }
  enum Choice<Value: Kept>: Kept { case some(Value), labeled(number: Int, value: Value) }

  final class Root<Value: Kept>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  enum Act<Value: Kept>: Kept { case set(Value) }

  // MARK: Positions

  private static func positions<Value: Kept>(
    _ name: String, _ make: @escaping @Sendable (String) -> Value
  ) -> [Position] {
    [
      position(name, make), position("\(name) in a list") { [[make($0)]] },
      position("\(name) in an optional") { Optional(make($0)) },
      position("\(name) of a key") { ["a": make($0)] },
      position("\(name) in a set") { Set([make($0)]) },
      position("\(name) as a key") { [make($0): 1] },
      position("\(name) in a field") { Box(inner: make($0)) },
      position("\(name) in a case") { Choice.labeled(number: 1, value: make($0)) },
    ]
  }

  private static let all =
    positions("a type") { Pass(text: $0) } + positions("a name") { Named(password: $0) }
    + positions("a weak name") { Weak(token: $0) } + positions("a case") { Login.password($0) }
    + positions("a label") { Login.named(token: $0) } + positions("a key") { ["accessToken": $0] }
    + positions("keys under a name") { Named(password: [$0: [1]]) }
    + positions("a URL") { Site(site: URL(string: "https://ann:\($0)@example.com")) }
    + positions("a URL in a text") { Site(site: "at https://ann:\($0)@example.com") }
    + positions("a description") { Talkative(apiKey: $0) }
    + positions("a mirror") { Shown(password: $0) }
    + positions("the name of a case") { $0 == "s3cretOld" ? Coded.s3cretOld : .s3cretNew }

  // MARK: Outputs

  private static func position<Value: Kept>(
    _ name: String, _ make: @escaping @Sendable (String) -> Value
  ) -> Position {
    Position(testDescription: name) { folder in
      let (old, new) = (make("s3cretOld"), make("s3cretNew"))
      let slice = StateSlice<Root<Value>, Act<Value>, Value>(
        "value", projection: Projection(\.value), legacy: [{ root, _ in root.value = old }],
        reducer: Reducer { value, action in if case .set(let new) = action { value = new } })
      let store = MigrationStore(
        state: Root(old), entries: [.slice(slice)], parity: ParityOptions(tracedActions: 9))
      let file = folder.appendingPathComponent("session.jsonl")
      let recorder = try SessionRecorder(of: store, to: file)
      try store.setStage(.shadow, of: slice)
      await store.dispatchAndWait(.set(new))
      try recorder.stop()
      let recording = try String(contentsOf: file, encoding: .utf8)
      let check = ParityCheck([.slice(slice)]) { Root(old) }
      let page = folder.appendingPathComponent("session.html")
      try SessionPage(of: file, check, title: "a").write(to: page)
      let report = try check.run(.list([.set(new)]))
      let counterexample = try #require(report.counterexample)
      let lost = #expect(throws: IncompleteCopyError.self) {
        try Graph.verifyCopy(of: Forgetful(new))
      }
      return [
        ("mismatch", printed(try #require(store.mismatches.first)) + [try json(store.mismatches)]),
        (
          "differences",
          try Graph.differences(from: Root(old), to: Root(new)).flatMap { printed($0) }
        ),
        ("store", printed(store) + printed(store.ledger) + printed(store.trace(of: slice) as Any)),
        ("recorder", printed(recorder)), ("recording", [recording]),
        ("page", [try String(contentsOf: page, encoding: .utf8)]), ("report", printed(report)),
        (
          "counterexample",
          printed(counterexample)
            + [counterexample.testSource(slice: "slice", initialState: "Root()")]
        ),
        ("verifyCopy", printed(try #require(lost))),
      ]
    }
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  @Test(arguments: all) func noOutputShowsIt(_ position: Position) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, texts) in try await position.outputs(folder) {
      #expect(!texts.isEmpty && !texts.contains(""), "\(name)")
      for text in texts where text.contains("s3cret") {
        Issue.record("\(name): \(text.prefix(600))")
      }
    }
  }
}
