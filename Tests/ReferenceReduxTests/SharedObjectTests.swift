import ObjectGraph
import ReferenceRedux
import StoreContract
import Testing

/// H2 to H4 in Swift 5 mode: the diagnostics find objects of the state that other code holds.
///
/// `@unchecked Sendable` stands for what that mode accepts.
@Suite("Shared objects", .timeLimit(.minutes(15)))
struct SharedObjectTests {
  private let findings = LegacyRecorder<StoreFinding>()

  private func store(
    detects: Bool = true, _ block: @escaping ReduceBlock<Board, BoardAction>
  ) -> ReferenceStore<Board, BoardAction> {
    let configuration = diagnosing(findings) { diagnostics in
      if detects {
        diagnostics.detectsSharedObjects = true
        diagnostics.detectsChangedActions = true
      }
    }
    return ReferenceStore(state: Board(), configuration: configuration, block)
  }

  private var texts: [String] { findings.values.map(\.description) }

  // MARK: In an action and in the state

  @Test func anObjectOfTheStateIsReportedOnceAlsoIfABlockRemovesIt() {
    let leaked = LegacyRecorder<Note>()
    let store = store { board, action in
      switch action {
      case .open: leaked.record(board.notes[0])
      case .remove(let note, _): board.notes.removeAll { $0 === note }
      default: break
      }
    }
    store.dispatch(.open(id: 1))
    store.flush()
    store.dispatch(.swap(Note("other"), with: leaked.values[0]))
    store.dispatch(.remove(leaked.values[0], reason: "done"))
    store.flush()
    #expect(
      texts == [
        "action 2 `swap` contains the Note at `notes.0` of the state, as `swap.with`",
        "action 3 `remove` contains the Note at `notes.0` of the state, as `remove.0`",
      ])
  }

  @Test func objectsInsideOfValuesAndOtherObjectsAreReported() {
    let store = store { board, action in
      guard case .importAll(let file) = action else { return }
      board.byName["inner"] = file.notes["a"]?[1].attachment
      board.latest = file.latest
    }
    let (outer, inner) = (Note("outer"), Note("inner"))
    outer.attachment = inner
    store.dispatch(.importAll(File(notes: ["a": [Note("first"), outer]], latest: outer)))
    store.flush()
    // The outer note is part of the state as the latest one, and so is what is inside of it.
    #expect(
      texts == [
        "action 1 `importAll` contains the Note at `byName.inner` of the state, as "
          + "`importAll.notes.a.1.attachment`, the Note at `latest` of the state, as "
          + "`importAll.notes.a.1`"
      ])
  }

  // MARK: Changed after the dispatch

  @Test func anActionThatChangedAfterItsDispatchIsReportedAlsoIfItIsOneOfASequence() async {
    let (seen, isChanged) = (LegacyRecorder<String>(), LegacyGate())
    let store = store { _, action in
      if case .add(let note) = action { seen.record(note.title) }
      if case .open = action { _ = isChanged.wait() }
    }
    let (note, file) = (Note("dispatched"), [Note("first"), Note("second")])
    store.inOneBatch {
      store.dispatch(.add(note))
      store.dispatch(.close)
      store.dispatch(.add(Note("unchanged")))
      store.dispatch(.importAll(File(notes: ["all": file], latest: nil)))
      note.title = "changed"
      file[1].title = "changed"
    }
    store.flush()
    #expect(seen.values == ["changed", "unchanged"])
    let notes = (0..<3).map { Note("\($0)") }
    let waiting = Task {
      await store.dispatchAndWait(contentsOf: [.open(id: 1)] + notes.map { .add($0) })
    }
    while store.statistics.actionsPending < 4 { await Task.yield() }
    notes[1].attachment = Note("changed")
    isChanged.open()
    await waiting.value
    #expect(
      texts == [
        "action 1 `add` changed after its dispatch at `add.title`",
        "action 4 `importAll` changed after its dispatch at `importAll.notes.all.1.title`",
        "action 7 `add` changed after its dispatch at `add.attachment`",
      ])
  }

  private enum SignIn: Sendable {
    struct Hidden: Redactable, @unchecked Sendable { let note: Note }
    case password(Note)
    case hidden(Hidden)
  }

  /// What stands above an object in the action hides what is in it.
  @Test func whatChangedInASecretIsNotShown() {
    let store = ReferenceStore<Board, SignIn>(
      state: Board(), providers: [],
      configuration: diagnosing(findings) { $0.detectsChangedActions = true })
    let notes = [Note("hunter1"), Note("hunter2"), Note("hunter3")]
    store.inOneBatch {
      store.dispatch(.password(notes[0]))
      store.dispatch(.password(notes[1]))
      store.dispatch(.hidden(SignIn.Hidden(note: notes[2])))
      for note in notes[1...] { note.title += "hunter4" }
    }
    store.flush()
    let differences = findings.values.flatMap { finding -> [GraphDifference] in
      if case .changedAction(let differences, _) = finding { differences } else { [] }
    }
    #expect(differences.map(\.path) == ["password.title", "hidden.note"])
    #expect(differences.map(\.old) == ["<redacted>", "<redacted>"])
    #expect(differences.map(\.new) == ["<redacted>", "<redacted>"])
  }

  // MARK: Returned from a read

  @Test func anObjectOfTheStateThatAReadReturnsIsReported() {
    let store = store { _, _ in }
    _ = store.read { $0.notes[0] }
    _ = store.read { board in File(notes: ["all": board.notes], latest: nil) }
    _ = store.read { $0 }
    #expect(
      texts == [
        "read(_:) returned the Note at `notes.0` of the state",
        "read(_:) returned the Note at `notes.0` of the state, as `notes.all.0`",
        "read(_:) returned the state itself, the Note at `notes.0` of the state, as `notes.0`",
      ])
  }

  // MARK: Nothing false

  @Test func valuesCopiesAndImmutableObjectsAreNotReported() throws {
    let shared = Icon("star")
    let store = store { board, action in
      switch action {
      case .add(let note): board.notes.append((try? Graph.copy(note)) ?? Note("failed"))
      case .decorate(let icon, let log):
        board.icon = icon
        log.record(board.notes.count)
      case .open(let id): board.openID = id
      // A weak back reference does not make its target a part of the state.
      case .hover(let note): board.hovered = note
      default: break
      }
    }
    let (log, hovered) = (LegacyRecorder<Int>(), Note("hovered"))
    store.dispatch(.open(id: 7))
    store.dispatch(.add(Note("copied")))
    store.dispatch(.decorate(shared, log))
    store.dispatch(.remove(Note("of nobody"), reason: "unknown"))
    store.dispatch(.importAll(File(notes: [:], latest: nil)))
    store.dispatch(.hover(hovered))
    // Reflection finds garbage in a metatype.
    store.dispatch(.show(Int.self))
    // An object that is no data is opaque.
    _ = store.read { board in Holder(note: board.notes[0]) }
    store.flush()
    #expect(store.read { $0.notes.map(\.title) } == ["first", "copied"])
    #expect(store.read { $0.openID } == 7)
    #expect(store.read { $0.hovered?.title } == "hovered")
    #expect(store.read { $0.icon }?.name == "star")
    #expect(try store.read { try Graph.copy($0.notes[0]) }.title == "first")
    #expect(try store.currentState().notes.count == 2)
    #expect(texts == [])
    withExtendedLifetime(hovered) {}
  }

  /// Each check costs time or memory, so none is on by itself.
  @Test func nothingIsReportedUnlessDetectionIsOn() throws {
    let kept = LegacyRecorder<Note>()
    let store = store(detects: false) { board, action in
      if case .add(let note) = action { board.notes.append(note) }
      kept.record(board.notes[0])
      board.note = 7
    }
    let note = Note("new")
    store.inOneBatch {
      store.dispatch(.add(note))
      note.title = "changed after the dispatch"
    }
    store.flush()
    kept.values[0].title = "changed from outside"
    _ = store.read { $0.notes[0] }
    #expect(store.read { $0.note } == 7)
    #expect(try store.currentState().note == 0, "an incomplete copy")
    #expect(texts == [])
  }
}

private final class Note: Codable, @unchecked Sendable {
  var title: String
  var attachment: Note?

  init(_ title: String) { self.title = title }
}

/// Immutable, and said to be.
private final class Icon: Codable, CopiedByValue {
  let name: String

  init(_ name: String) { self.name = name }
}

private final class Holder: Sendable {
  let note: Note

  init(note: Note) { self.note = note }
}

private struct File: Sendable {
  var notes: [String: [Note]]
  var latest: Note?
}

private final class Board: Codable, @unchecked Sendable {
  var notes = [Note("first")]
  var byName: [String: Note] = [:]
  var latest: Note?
  var icon: Icon?
  var openID: Int?
  @BackReference var hovered: Note?
  /// Not coded.
  var note = 0

  init() {}

  private enum CodingKeys: CodingKey { case notes, byName, latest, icon, openID, hovered }
}

private enum BoardAction: Sendable {
  case open(id: Int)
  case close
  case add(Note)
  case swap(Note, with: Note)
  case remove(Note, reason: String)
  case importAll(File)
  case decorate(Icon, LegacyRecorder<Int>)
  case hover(Note)
  case show(Int.Type)
}
