/// The reference state of the tests: a theme, notes of which one is selected, and a journal.
final class NotesState: Codable {
  var theme = ThemeObject()
  var notes: [NoteObject] = []
  var selected: NoteObject?
  var journal: [String] = []

  /// All that the state says, the sharing of the selected note included.
  func text() -> String {
    let list = notes.map { "\($0.id) \($0.title)" }
    let place = notes.firstIndex { $0 === selected }
    return "\(theme.isManual) \(theme.brightness) \(theme.changes) \(list) "
      + "\(place.map { "\($0)" } ?? "-") \(selected?.title ?? "-") \(journal)"
  }
}

final class ThemeObject: Codable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

final class NoteObject: Codable {
  let id: Int
  var title: String

  init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// The value of the theme slice.
struct ThemeValue: Equatable, Sendable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

/// The value of the notes slice.
struct NotesValue: Equatable, Sendable {
  struct Note: Equatable, Sendable, Identifiable {
    var id: Int
    var title: String
  }

  var notes: [Note] = []
  var selectedID: Int?
}

enum NotesAction: Sendable, Equatable {
  case setManual(Bool)
  case setBrightness(Double)
  case add(id: Int, title: String)
  case rename(id: Int, to: String)
  case remove(id: Int)
  case select(id: Int?)
  case log(String)
}
