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
      var files: [File] = [], editors: [Editor] = []
    }
    final class File: Codable {
      let id: String, path: URL?
      init(id: String? = nil, localPath: URL? = nil) {
        self.id = id ?? "new"
        path = localPath
      }
    }
    final class Editor: Codable {
      var file: File, tries = 0
      init(workspace: State?, file: File) { self.file = file }
    }

    """

  private static let module = Result { try CompiledModule("App", ["App.swift": source]).module() }

  /// A property of the state, and a line of its draft.
  @Test(arguments: [
    ("files", "File(id: id, localPath: path)"),
    (
      "editors",
      "#error(\"CHECK: no initializer of Editor is called with these values alone, and keeps all its constants: make an object here.\")"
    ),
  ])
  func aPropertyIsDrafted(subject: String, line: String) throws {
    let module = try Self.module.get()
    let graph = StateGraph(of: try module.type(named: "State", [.class]), in: module)
    var planner = SlicePlanner(graph, action: try module.type(named: "Action", [.enum]))
    let plan = try planner.plan(subject, name: nil)
    let context = DraftContext(of: plan, file: "")
    let lines = SliceDraft(plan: plan, context: context).text.split(separator: "\n")
    #expect(
      lines.contains { $0.trimmingPrefix { $0 == " " } == line }, "\(lines.joined(separator: "\n"))"
    )
  }
}
