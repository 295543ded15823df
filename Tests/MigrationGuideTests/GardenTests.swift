import Foundation
import GardenBefore
import ObjectGraph
import Testing

/// The archive of an app of observed `NSObject` classes, as the page on archives reads it.
@Suite @MainActor struct GardenTests {
  @Test func anArchiveIsReadOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (archive, file) = (
      folder.appendingPathComponent("old"), folder.appendingPathComponent("new")
    )
    let app = GardenBefore.GardenStore()
    let actions: [GardenAction] = [
      .addBed(id: 1, name: "north"), .plant(id: 1, name: "rose", bed: 1),
      .plant(id: 2, name: "fern", bed: 1), .nextDay, .water(id: 1), .nextDay, .nextDay,
      .select(id: 2), .note("dry"), .renameBed(id: 1, name: "south"), .setReminder(hour: 30),
      .useLiters(false),
    ]
    for action in actions { app.dispatch(action) }
    try app.save(to: archive)
    // region: nothing-lost
    let old = try ArchivedGarden.read(from: archive)
    let first = try Garden.load(from: file, orArchive: archive)  // reads the archive
    let second = try Garden.load(from: file, orArchive: archive)  // reads the new file
    for garden in [first, second] {
      #expect(garden.day == old.day && garden.selected?.id == old.selected?.id)
      #expect(garden.beds.map(\.name) == old.beds.map(\.name))
      let (plants, oldPlants) = (garden.beds.flatMap(\.plants), old.beds.flatMap(\.plants))
      #expect(plants.map(\.name) == oldPlants.map(\.name))
      #expect(plants.map(\.isThirsty) == oldPlants.map(\.isThirsty))
      #expect(garden.beds.allSatisfy { bed in bed.plants.allSatisfy { $0.bed === bed } })
      #expect(garden.journal.notes == old.journal?.notes)
      #expect(garden.settings.reminderHour == old.settings?.reminderHour)
    }
    #expect(try Graph.differences(from: first, to: second).isEmpty)
    // endregion
    #expect(first.beds[0].thirsty == 1 && first.selected === first.beds[0].plants[1])
    #expect(first.settings.reminderHour == 23 && !first.settings.usesLiters)
    try FileManager.default.removeItem(at: file)
    var data = try Data(contentsOf: archive)
    while let name = data.range(of: Data("GardenBefore.Bed".utf8)) {
      data.replaceSubrange(name, with: Data("GardenBefore.Pot".utf8))
    }
    try data.write(to: archive)
    #expect(throws: (any Error).self) { try Garden.load(from: file, orArchive: archive) }
    try FileManager.default.removeItem(at: archive)
    #expect(try Garden.load(from: file, orArchive: archive).beds.isEmpty)
  }
}
