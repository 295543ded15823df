import Foundation
import GardenBefore
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

/// An app of observed `NSObject` classes with an archive as its file, as it was and after its migration.
@Suite @MainActor struct GardenTests {
  static let actions: [GardenAction] = [
    .addBed(id: 1, name: "north"), .plant(id: 1, name: "rose", bed: 1),
    .plant(id: 2, name: "fern", bed: 1), .nextDay, .water(id: 1), .nextDay, .nextDay,
    .select(id: 2), .note("dry"), .renameBed(id: 1, name: "south"), .setReminder(hour: 30),
    .useLiters(false),
  ]

  @Test func allSlicesAgreeAndHandOver() throws {
    let check = ParityCheck(GardenSlices.entries) {
      let garden = Garden()
      garden.beds = [Bed(id: 1, name: "north")]
      garden.beds[0].plants = [Plant(id: 1, name: "rose", bed: garden.beds[0], watered: 0)]
      garden.beds[0].plants[0].isThirsty = true
      garden.selected = garden.beds[0].plants[0]
      garden.journal.notes = ["sown"]
      return garden
    }.handingOver(to: { ValueStore(initialState: $0, reducer: GardenValue.reducer) }) {
      GardenValue($0)
    }
    let actions: [GardenAction] = [
      .removeBed(id: 1), .addBed(id: 2, name: "new"), .plant(id: 3, name: "oak", bed: 2),
      .uproot(id: 1), .select(id: 1), .deselect, .clearNotes,
    ]
    let report = try check.run(
      .random(seed: 3, of: Self.actions + actions, actions: 200), effort: .full)
    #expect(report.passed, "\(report)")
  }

  @Test(arguments: Stage.allCases)
  func theScreenShowsWhatItShowedBefore(at stage: Stage) async throws {
    let (old, new) = (GardenBefore.GardenStore(), GardenStore())
    let (oldScreen, newScreen) = (GardenBefore.BedsScreen(old), BedsScreen(new))
    for name in new.stages.keys { try new.setStage(stage, ofSliceNamed: name) }
    for action in Self.actions {
      old.dispatch(action)
      new.dispatch(action)
      await new.settle()
      #expect(newScreen.rows == oldScreen.rows)
    }
    #expect(newScreen.rows == ["> south: 1 of 2 thirsty"])
    #expect(new.mismatches.isEmpty)
  }

  @Test func anArchiveIsReadOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (archive, file) = (
      folder.appendingPathComponent("old"), folder.appendingPathComponent("new")
    )
    let app = GardenBefore.GardenStore()
    for action in Self.actions { app.dispatch(action) }
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
