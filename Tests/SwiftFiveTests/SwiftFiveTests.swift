import ReduxBridge
import ReferenceRedux
import Testing

// Compiled in Swift 5 mode without default isolation, as an app of some years is.

final class Note: Codable {
  var title = ""
}

final class NoteStore: ReferenceStore<Note, String>, @unchecked Sendable {
  static let shared = NoteStore()
  private let prefix = "note "

  init() {
    super.init(state: Note(), reducers: [{ note, title in note.title = title }])
  }

  func rename(_ title: String) { dispatch(prefix + title) }
}

final class MigratingStore: MigrationStore<Note, String>, @unchecked Sendable {
  init() { super.init(state: Note(), entries: []) }
}

@Suite struct SwiftFiveTests {
  /// Compiles only where the subclass is not inferred to be on the main actor.
  @Test func aSubclassIsUsedOnAnyThread() async {
    let titles = await Task.detached {
      [NoteStore(), NoteStore.shared].map { store in
        store.rename("a")
        return store.read { $0.title }
      } + [MigratingStore().read { $0.title }]
    }.value
    #expect(titles == ["note a", "note a", ""])
  }
}
