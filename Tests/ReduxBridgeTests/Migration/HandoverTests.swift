import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The last step: from the store of the migration to a plain value store.
@MainActor @Suite struct HandoverTests {
  struct Whole: Equatable, Sendable {
    var theme: ThemeValue
    var notes: NotesValue
  }

  typealias Values = SliceValues<NotesState, NotesAction>

  static let theme = Notes.theme()
  static let notes = Notes.notes()

  nonisolated static func assemble(_ values: Values) -> Whole {
    Whole(theme: values[Notes.theme()], notes: values[Notes.notes()])
  }

  func migratedStore() throws -> MigrationStore<NotesState, NotesAction> {
    let store = Notes.store(theme: Self.theme, notes: Self.notes)
    store.dispatch(.add(id: 1, title: "one"))
    try store.setStage(.migrated, of: Notes.theme())
    try store.setStage(.migrated, of: Notes.notes())
    return store
  }

  func successor(_ state: Whole, clamps: Bool = true) -> ValueStore<Whole, NotesAction> {
    ValueStore(initialState: state) { state, action in
      Notes.reduceNotes(&state.notes, action)
      Notes.reduceTheme(&state.theme, action)
      if !clamps, case .setBrightness(let brightness) = action {
        state.theme.brightness = brightness
      }
    }
  }

  @Test func theSuccessorAgreesAfterEachAction() throws {
    var generator = SeededGenerator("theSuccessorAgreesAfterEachAction")
    let store = try migratedStore()
    let successor = successor(try store.collect(Self.assemble))
    let actions = (0..<500).map { _ in NotesAction.random(using: &generator) }
    #expect(try store.handoverDifferences(to: successor, after: actions, Self.assemble) == [])
    #expect(
      successor.state.notes.notes.isEmpty == (try store.collect(Self.assemble)).notes.notes.isEmpty)
  }

  @Test func aSuccessorThatDiffersIsNamedWithActionAndPath() throws {
    let store = try migratedStore()
    let successor = successor(try store.collect(Self.assemble), clamps: false)
    let differences = try store.handoverDifferences(
      to: successor, after: [.setManual(true), .setBrightness(2)], Self.assemble)
    #expect(
      differences.map(\.description) == [
        "after action 2 .setBrightness(2.0), at theme.brightness: 1.0 here, 2.0 in the successor"
      ])
  }

  @Test func valuesAreNotCollectedBeforeAllSlicesAreMigrated() throws {
    let store = Notes.store()
    try store.setStage(.migrated, of: Notes.theme())
    #expect(throws: MigrationError.notMigrated(["notes"])) {
      try store.collect(Self.assemble)
    }
  }
}
