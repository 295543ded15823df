import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// Compiled as a new Xcode project is: in Swift 5 mode, on the main actor by default.

nonisolated final class DraftState: Codable { var notes: [DraftNote] = [] }

nonisolated final class DraftNote: Codable { var title = "" }

nonisolated enum DraftAction {
  case add(DraftNote)
  case rename(String)
}

// region: main-actor
nonisolated enum DraftReducers {
  static let notes: ReduceBlock<DraftState, DraftAction> = { state, action in
    switch action {
    case .add(let note): state.notes.append(note)
    case .rename(let title): state.notes.first?.title = title
    }
  }
}
// endregion

nonisolated struct DraftValue: Equatable, Sendable { var titles: [String] = [] }

nonisolated extension DraftValue {
  static let reducer = Reducer<DraftValue, DraftAction> { value, action in
    switch action {
    case .add(let note): value.titles.append(note.title)
    case .rename(let title): if !value.titles.isEmpty { value.titles[0] = title }
    }
  }

  static let projection = Projection<DraftState, DraftValue>(
    read: { DraftValue(titles: $0.notes.map(\.title)) },
    write: { state, value in
      state.notes = value.titles.map { title in
        let note = DraftNote()
        note.title = title
        return note
      }
    })

  static let slice = StateSlice(
    "drafts", projection: projection, legacy: [DraftReducers.notes], reducer: reducer)
}

nonisolated final class DraftStore: MigrationStore<DraftState, DraftAction>, @unchecked Sendable {
  init() { super.init(state: DraftState(), entries: [.slice(DraftValue.slice)]) }
}

/// A screen: isolated to the main actor by default, as the rest of such a project is.
final class DraftPresenter {
  private let drafts: ValueFacade<Migration<DraftState, DraftAction>, DraftValue>
  private var token: SubscriptionToken?
  private(set) var titles: [String] = []

  init(store: DraftStore) {
    drafts = store.facade(of: DraftValue.slice)
    token = drafts.subscribe(\.titles) { [weak self] in self?.titles = $0 }
  }

  func rename(_ title: String) { drafts.dispatch(.rename(title)) }
}

/// Receives findings from any thread.
nonisolated private final class Findings: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ finding: StoreFinding) { lock.withLock { lines.append("\(finding)") } }
}

/// Runs what Migration.md says of language modes and isolation.
@Suite struct XcodeDefaultsTests {
  @Test func aSliceMigratesInAProjectOnTheMainActor() async throws {
    let store = DraftStore()
    let presenter = DraftPresenter(store: store)
    store.dispatch(.add(DraftNote()))
    for stage in Stage.allCases {
      try store.setStage(stage, of: DraftValue.slice)
      presenter.rename("at \(stage)")
      await store.settle()
      #expect(presenter.titles == ["at \(stage)"])
    }
    #expect(store.mismatches.isEmpty)
  }

  #if DEBUG
    @Test func theDiagnosticsFindWhatSwift5ModeCompiles() throws {
      let findings = Findings()
      @Sendable nonisolated func report(_ finding: StoreFinding) { findings.add(finding) }
      // region: compiles-in-swift-5
      var configuration = StoreConfiguration()
      #if DEBUG
        configuration.diagnostics = StoreDiagnostics()
        configuration.diagnostics?.detectsSharedObjects = true
        configuration.diagnostics?.detectsOutsideChanges = true
        configuration.diagnostics?.report = { report($0) }
      #endif
      let (alias, note) = (DraftState(), DraftNote())
      let store = ReferenceStore(
        state: alias, reducers: [DraftReducers.notes], configuration: configuration)
      store.dispatch(.add(note))
      store.flush()
      note.title = "written through the object of an action"
      let escaped = store.read { $0.notes[0] }
      alias.notes = []
      _ = try store.currentState()
      // endregion
      #expect(escaped === note)
      // region: findings
      let expected = [
        "changed outside dispatch at `notes.0.title`, after action 1 `add`",
        "read(_:) returned the DraftNote at `notes.0` of the state",
        "changed outside dispatch at `notes.0`, after action 1 `add`",
      ]
      // endregion
      #expect(findings.all == expected)
    }
  #endif
}

/// A class of the main actor, as each one is that says nothing else.
final class Sheet: Codable {
  var title = ""
  var notes: [DraftNote] = []
}

struct CopyOnWriteTests {
  @Test func aGraphOfTheMainActorIsMutatedAndRead() throws {
    var sheet = CopyOnWrite(Sheet())
    let before = sheet
    let title = "new"
    try sheet.mutateOnMainActor {
      $0.title = title
      $0.notes.append(DraftNote())
    }
    #expect(sheet.readOnMainActor { $0.title } == "new")
    #expect(sheet.readOnMainActor { ($0.title, $0.notes.count) } == ("new", 1))
    #expect(before.readOnMainActor { $0.title } == "")
    try sheet.mutateOnMainActor { $0 = Sheet() }
    #expect(sheet.readOnMainActor { $0.title } == "")
    var notes = CopyOnWrite(DraftState())
    try notes.mutate { $0.notes.append(DraftNote()) }
    #expect(notes.read { $0.notes.count } == 1)
  }
}
