import ObjectGraph
import ReferenceRedux
import StoreContract
import Testing

/// H3 in Swift 5 mode: the diagnostics find objects of the state that a read returns.
///
/// `@unchecked Sendable` stands for what that mode accepts.
@Suite("Shared objects", .timeLimit(.minutes(15)))
struct SharedObjectTests {
  private let findings = LegacyRecorder<StoreFinding>()

  private func store(detects: Bool = true) -> ReferenceStore<Board, Note> {
    let configuration = diagnosing(findings) { $0.detectsSharedObjects = detects }
    return ReferenceStore(state: Board(), configuration: configuration) { board, note in
      board.notes.append(note)
    }
  }

  private var texts: [String] { findings.values.map(\.description) }

  @Test func anObjectOfTheStateThatAReadReturnsIsReported() {
    let store = store()
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

  @Test func objectsInsideOfValuesAndOtherObjectsAreReported() {
    let store = store()
    let (outer, inner) = (Note("outer"), Note("inner"))
    outer.attachment = inner
    store.dispatch(inner)
    _ = store.read { _ in File(notes: ["a": [Note("new"), outer]], latest: nil) }
    _ = store.read { board in [board.notes[1], board.notes[0]] }
    #expect(
      texts == [
        "read(_:) returned the Note at `notes.1` of the state, as `notes.a.1.attachment`",
        "read(_:) returned the Note at `notes.0` of the state, as `1`, "
          + "the Note at `notes.1` of the state, as `0`",
      ])
  }

  @Test func valuesCopiesAndImmutableObjectsAreNotReported() throws {
    let store = store()
    let hovered = store.read { board in
      let note = Note("hovered")
      board.hovered = note
      return note
    }
    #expect(store.read { $0.notes.map(\.title) } == ["first"])
    // A weak back reference does not make its target a part of the state.
    #expect(store.read { $0.hovered?.title } == "hovered")
    #expect(store.read { $0.icon }.name == "star")
    // Reflection finds garbage in a metatype.
    _ = store.read { _ in Shown.type(Int.self) }
    // An object that is no data is opaque.
    _ = store.read { board in Holder(note: board.notes[0]) }
    #expect(try store.read { try Graph.copy($0.notes[0]) }.title == "first")
    #expect(try store.currentState().notes.count == 1)
    #expect(texts == [])
    withExtendedLifetime(hovered) {}
  }

  /// Each check costs time or memory, so none is on by itself.
  @Test func nothingIsReportedUnlessDetectionIsOn() throws {
    let store = store(detects: false)
    let note = Note("new")
    store.dispatch(note)
    store.flush()
    note.title = "changed from outside"
    _ = store.read { $0.notes[0] }
    store.read { $0.note = 7 }
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

private enum Shown: Sendable { case type(Int.Type) }

private struct File: Sendable {
  var notes: [String: [Note]]
  var latest: Note?
}

private final class Board: Codable, @unchecked Sendable {
  var notes = [Note("first")]
  var icon = Icon("star")
  @BackReference var hovered: Note?
  /// Not coded.
  var note = 0

  init() {}

  private enum CodingKeys: CodingKey { case notes, icon, hovered }
}
