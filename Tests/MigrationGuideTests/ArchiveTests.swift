import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing

// region: old-classes
final class ArchivedNote: NSObject, NSCoding {
  let id: Int
  let title: String

  init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    title = coder.decodeObject(forKey: "title") as? String ?? ""
  }

  func encode(with coder: NSCoder) { fatalError("The old form is only read.") }
}

final class ArchivedLibrary: NSObject, NSCoding {
  let notes: [ArchivedNote]
  let selected: ArchivedNote?

  init?(coder: NSCoder) {
    notes = coder.decodeObject(forKey: "notes") as? [ArchivedNote] ?? []
    selected = coder.decodeObject(forKey: "selected") as? ArchivedNote
  }

  func encode(with coder: NSCoder) { fatalError("The old form is only read.") }

  static func read(from file: URL) throws -> ArchivedLibrary {
    let archive = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: file))
    archive.requiresSecureCoding = false
    archive.setClass(ArchivedLibrary.self, forClassName: "Notes.Library")
    archive.setClass(ArchivedNote.self, forClassName: "Notes.Note")
    let root = archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    guard let library = root as? ArchivedLibrary else { throw CocoaError(.fileReadCorruptFile) }
    return library
  }
}
// endregion

// region: convert
extension AppState {
  convenience init(_ archived: ArchivedLibrary) {
    self.init()
    let notes = archived.notes.map { Note(id: $0.id, title: $0.title, library: library) }
    library.notes = notes
    library.selected = notes.first { $0.id == archived.selected?.id }
  }

  static func load(from file: URL, orArchive archive: URL) throws -> AppState {
    if FileManager.default.fileExists(atPath: file.path) {
      let data = try Data(contentsOf: file)
      let state = try JSONDecoder().decode(SavedState<AppState>.self, from: data).state
      LibraryValue.projection.write(state, LibraryValue.projection.read(state))
      return state
    }
    guard FileManager.default.fileExists(atPath: archive.path) else { return AppState() }
    let state = try AppState(ArchivedLibrary.read(from: archive))
    try AutosaveFile(at: file).write(JSONEncoder().encode(SavedState(state)))
    return state
  }
}
// endregion

/// Writes the classes of the old app, which were called `Notes.Note` and `Notes.Library`.
final class OldNote: NSObject, NSCoding {
  let id: Int
  init(_ id: Int) { self.id = id }
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode("note \(id)", forKey: "title")
  }
}

final class OldLibrary: NSObject, NSCoding {
  override init() {}
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {
    let notes = [OldNote(1), OldNote(2)]
    coder.encode(notes, forKey: "notes")
    coder.encode(notes[1], forKey: "selected")
  }
}

/// Runs the code of the page on archives.
@Suite struct ArchiveTests {
  @Test func anArchiveIsReadOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = folder.appendingPathComponent("old")
    let file = folder.appendingPathComponent("new")
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .xml
    archiver.encode(OldLibrary(), forKey: NSKeyedArchiveRootObjectKey)
    // `setClassName` has no effect on Linux.
    let xml = String(decoding: archiver.encodedData, as: UTF8.self)
      .replacingOccurrences(of: "MigrationGuideTests.Old", with: "Notes.")
    try xml.write(to: archive, atomically: true, encoding: .utf8)
    // region: nothing-lost
    let old = try ArchivedLibrary.read(from: archive)
    let first = try AppState.load(from: file, orArchive: archive)  // reads the archive
    let second = try AppState.load(from: file, orArchive: archive)  // reads the new file
    for state in [first, second] {
      #expect(state.library.notes.map(\.id) == old.notes.map(\.id))
      #expect(state.library.notes.map(\.title) == old.notes.map(\.title))
      #expect(state.library.selected?.id == old.selected?.id)
      #expect(state.library.notes.allSatisfy { $0.library === state.library })
    }
    #expect(try Graph.differences(from: first, to: second).isEmpty)
    // endregion
    #expect(old.notes.count == 2 && old.selected === old.notes[1])
    try FileManager.default.removeItem(at: archive)
    #expect(try AppState.load(from: file, orArchive: archive).library.notes.count == 2)
    try FileManager.default.removeItem(at: file)
    #expect(try AppState.load(from: file, orArchive: archive).library.notes.isEmpty)
  }
}
