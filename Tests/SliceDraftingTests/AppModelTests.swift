import Foundation
import Testing

@testable import SliceDrafting

/// Drafts of properties as apps have them: whatever the tool cannot know, it leaves out with the reason, or stops
/// the build.
@Suite struct AppModelTests {
  private static let source = """
    import Foundation
    import ReferenceRedux
    public enum Action { case one(Int), two }
    public final class State: Codable {
      var files: [File] = [], editors: [Editor] = [], player = Player(), changes: [Change] = []
      var pages: [Page] = [], badges: [Badge] = []
    }
    final class Badge: Codable {
      let id: Int, mark: Mark
      init(id: Int, mark: Mark) { (self.id, self.mark) = (id, mark) }
    }
    struct Mark: Codable, Equatable, Sendable {
      private let text: String
      private init(text: String) { self.text = text }
    }
    final class Player: Codable {
      var source: File? { didSet { sets += 1 } }
      var songs: [File] = [] { didSet { sets += 1 } }
      var volume = 1 { didSet { sets += 1 } }
      var sets = 0, notice: Notice?, other: Other.Notice?
    }
    struct Notice: Codable, Equatable, Sendable {
      var id = 0, text = ""
      static func == (a: Notice, b: Notice) -> Bool { a.id == b.id }
    }
    enum Other { struct Notice: Codable, Equatable, Sendable { var id = 0, text = "" } }
    final class Change: Codable {
      let id: Int
      var status = 0, hidden = 0, mark = 0
      init(id: Int) { self.id = id }
      enum CodingKeys: CodingKey { case id, changeType, mark }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        status = try container.decode(Int.self, forKey: .changeType)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .changeType)
      }
    }
    final class File: Codable {
      let id: String, path: URL?
      init(id: String? = nil, localPath: URL? = nil) {
        self.id = id ?? "new"
        path = localPath
      }
    }
    final class Page: Codable {
      let id: Int
      var cache: URL?
      init(id: Int, folder: URL) {
        self.id = id
        cache = folder
      }
      enum CodingKeys: CodingKey { case id }
    }
    final class Editor: Codable {
      var file: File, tries = 0
      init(workspace: State?, file: File) { self.file = file }
    }

    """

  private static let module = Result { try CompiledModule("App", ["App.swift": source]).module() }

  @Test func anEqualityThatHidesPropertiesIsFound() throws {
    let audit = try Self.module.get().audit(of: "State")
    let found = audit.findings.filter { $0.rule == .equality }
    #expect(found.map(\.text) == ["Notice: compare text, too, or let the compiler write =="])
  }

  /// Another module sees what a draft declares, and may make its values.
  @Test(arguments: ["public", "package"])
  func aDraftHasTheAccessThatIsGiven(_ access: String) throws {
    let model = try CompiledModule("App", ["App.swift": Self.source])
    _ = try model.draft("files", "--state", "State", "--action", "Action", "--access", access)
    #expect(try model.text("Sources/Slices.swift").contains("\n\(access) enum Slices {}\n"))
    let draft = try model.text("Sources/FilesValue.swift")
    let heads = draft.split(separator: "\n").filter {
      $0.contains("extension ") || $0.contains("struct ") || $0.hasPrefix("  \(access) ")
    }
    #expect(
      heads.prefix(6) == [
        "\(access) extension Slices {", "\(access) extension FilesValue {",
        "\(access) struct FilesValue: Codable, Equatable, Sendable {",
        "  \(access) var files: [FileValue] = []",
        "  \(access) init(files: [FileValue] = []) {", "\(access) extension FilesValue {",
      ], "\(draft)")
    let error = #expect(throws: DraftingError.self) {
      try model.draft("files", "--state", "State", "--action", "Action", "--access", "open")
    }
    #expect(error?.description == "--access is public or package")
  }

  @Test func whatHasToBeCheckedInTheTestsIsPrintedToo() throws {
    let model = try CompiledModule("App", ["App.swift": Self.source])
    let text = try model.draft("badges", "--state", "State", "--action", "Action")
    #expect(text.contains("BadgesValueTests.swift: no value is known for mark.\n"), "\(text)")
  }

  /// A property of the state, and lines of its draft.
  @Test(
    arguments: TextRow.rows(
      """
      files => File(id: id, localPath: path)
      player
        // CHECK: observers of `source`, `songs`, `volume` run here: let them return while a flag that you set around this says so.
        // CHECK: == of Notice leaves `text` out, so no check sees where it differs.
      // A property may be coded by hand, under another key.
      changes => var status: Int = 0
        // `hidden` is left out: no CodingKeys name it, so copies do not have it.
      // Copies do not have what would be made of an invented folder.
      pages
        #error("CHECK: no initializer of Page is called with these values alone, and keeps all its constants: make an object here.")
      editors
        #error("CHECK: no initializer of Editor is called with these values alone, and keeps all its constants: make an object here.")
      """))
  func aPropertyIsDrafted(row: TextRow) throws {
    let draft = try Self.module.get().draft(row.text)
    let lines = draft.split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
    #expect(row.expected.filter { !lines.contains($0) } == [], "\(draft)")
  }
}
