import Foundation
import GardenBefore
import ObjectGraph
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The app of `GardenBefore` after its migration; its actions stay as they were.
final class Garden: Codable {
  var day = 1
  var beds: [Bed] = []
  var selected: Plant?
  private(set) var journal = Journal()
  private(set) var settings = GardenSettings()
}

final class Bed: Codable {
  let id: Int
  var name: String
  var plants: [Plant] = [] { didSet { countThirsty() } }
  private(set) var thirsty = 0

  init(id: Int, name: String) { (self.id, self.name) = (id, name) }

  func countThirsty() { thirsty = plants.count { $0.isThirsty } }
}

final class Plant: Codable {
  let id: Int
  let name: String
  @BackReference var bed: Bed?
  var watered: Int
  var isThirsty = false { didSet { bed?.countThirsty() } }

  init(id: Int, name: String, bed: Bed? = nil, watered: Int) {
    (self.id, self.name, self.watered) = (id, name, watered)
    self.bed = bed
  }
}

final class Journal: Codable { var notes: [String] = [] }

final class GardenSettings: Codable {
  var reminderHour = 8
  var usesLiters = true
}

// region: old-classes
class ArchivedObject: NSObject, NSCoding {
  required init?(coder: NSCoder) {}

  func encode(with coder: NSCoder) { fatalError("The old form is only read.") }
}

final class ArchivedPlant: ArchivedObject {
  let id: Int
  let watered: Int
  let name: String
  let isThirsty: Bool

  required init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    name = coder.decodeObject(forKey: "name") as? String ?? ""
    watered = coder.decodeInteger(forKey: "watered")
    isThirsty = coder.decodeBool(forKey: "isThirsty")
    super.init(coder: coder)
  }
}

final class ArchivedGarden: ArchivedObject {
  let day: Int
  let beds: [ArchivedBed]
  let selected: ArchivedPlant?
  let journal: ArchivedJournal?
  let settings: ArchivedSettings?

  required init?(coder: NSCoder) {
    day = coder.decodeInteger(forKey: "day")
    beds = coder.decodeObject(forKey: "beds") as? [ArchivedBed] ?? []
    selected = coder.decodeObject(forKey: "selected") as? ArchivedPlant
    journal = coder.decodeObject(forKey: "journal") as? ArchivedJournal
    settings = coder.decodeObject(forKey: "settings") as? ArchivedSettings
    super.init(coder: coder)
  }

  static func read(from file: URL) throws -> ArchivedGarden {
    let archive = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: file))
    archive.requiresSecureCoding = false
    archive.decodingFailurePolicy = .setErrorAndReturn
    archive.setClass(ArchivedGarden.self, forClassName: "GardenBefore.Garden")
    archive.setClass(ArchivedBed.self, forClassName: "GardenBefore.Bed")
    archive.setClass(ArchivedPlant.self, forClassName: "GardenBefore.Plant")
    archive.setClass(ArchivedJournal.self, forClassName: "GardenBefore.Journal")
    archive.setClass(ArchivedSettings.self, forClassName: "GardenBefore.GardenSettings")
    let root = archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = archive.error { throw error }
    guard let garden = root as? ArchivedGarden else { throw CocoaError(.fileReadCorruptFile) }
    return garden
  }
}
// endregion

final class ArchivedBed: ArchivedObject {
  let id: Int
  let name: String
  let plants: [ArchivedPlant]

  required init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    name = coder.decodeObject(forKey: "name") as? String ?? ""
    plants = coder.decodeObject(forKey: "plants") as? [ArchivedPlant] ?? []
    super.init(coder: coder)
  }
}

final class ArchivedJournal: ArchivedObject {
  let notes: [String]

  required init?(coder: NSCoder) {
    notes = coder.decodeObject(forKey: "notes") as? [String] ?? []
    super.init(coder: coder)
  }
}

final class ArchivedSettings: ArchivedObject {
  let reminderHour: Int
  let usesLiters: Bool

  required init?(coder: NSCoder) {
    reminderHour = coder.decodeInteger(forKey: "reminderHour")
    usesLiters = coder.decodeBool(forKey: "usesLiters")
    super.init(coder: coder)
  }
}

// region: convert
extension Garden {
  convenience init(_ archived: ArchivedGarden) {
    self.init()
    day = archived.day
    beds = archived.beds.map { old in
      let bed = Bed(id: old.id, name: old.name)
      bed.plants = old.plants.map { Plant(id: $0.id, name: $0.name, bed: bed, watered: $0.watered) }
      for (plant, old) in zip(bed.plants, old.plants) { plant.isThirsty = old.isThirsty }
      return bed
    }
    selected = beds.flatMap(\.plants).first { $0.id == archived.selected?.id }
    journal.notes = archived.journal?.notes ?? []
    settings.reminderHour = archived.settings?.reminderHour ?? settings.reminderHour
    settings.usesLiters = archived.settings?.usesLiters ?? settings.usesLiters
  }

  static func load(from file: URL, orArchive archive: URL) throws -> Garden {
    if FileManager.default.fileExists(atPath: file.path) {
      let data = try Data(contentsOf: file)
      let garden = try JSONDecoder().decode(SavedState<Garden>.self, from: data).state
      BedsValue.projection.write(garden, BedsValue.projection.read(garden))
      return garden
    }
    guard FileManager.default.fileExists(atPath: archive.path) else { return Garden() }
    let garden = try Garden(ArchivedGarden.read(from: archive))
    try AutosaveFile(at: file).write(JSONEncoder().encode(SavedState(garden)))
    return garden
  }
}
// endregion

enum GardenBlocks {
  static let beds: ReduceBlock<Garden, GardenAction> = { garden, action in
    let bed = { (id: Int) in garden.beds.first { $0.id == id } }
    let plants = garden.beds.flatMap(\.plants)
    switch action {
    case .addBed(let id, let name):
      if bed(id) == nil { garden.beds.append(Bed(id: id, name: name)) }
    case .renameBed(let id, let name): bed(id)?.name = name
    case .removeBed(let id):
      if garden.selected?.bed?.id == id { garden.selected = nil }
      garden.beds.removeAll { $0.id == id }
    case .plant(let id, let name, let bedID):
      guard let bed = bed(bedID), !plants.contains(where: { $0.id == id }) else { return }
      bed.plants.append(Plant(id: id, name: name, bed: bed, watered: garden.day))
    case .uproot(let id):
      if garden.selected?.id == id { garden.selected = nil }
      for bed in garden.beds { bed.plants.removeAll { $0.id == id } }
    case .water(let id):
      plants.first { $0.id == id }?.watered = garden.day
      plants.first { $0.id == id }?.isThirsty = false
    case .nextDay:
      garden.day += 1
      for plant in plants where garden.day - plant.watered > 2 { plant.isThirsty = true }
    case .select(let id): garden.selected = plants.first { $0.id == id }
    case .deselect: garden.selected = nil
    default: break
    }
  }

  static let rest: ReduceBlock<Garden, GardenAction> = { garden, action in
    switch action {
    case .note(let text): garden.journal.notes.append(text)
    case .clearNotes: garden.journal.notes = []
    case .setReminder(let hour): garden.settings.reminderHour = min(max(hour, 0), 23)
    case .useLiters(let uses): garden.settings.usesLiters = uses
    default: break
    }
  }
}

struct PlantValue: Equatable, Sendable, Identifiable {
  let id: Int
  let name: String
  var watered: Int
  var isThirsty = false
}

struct BedValue: Equatable, Sendable, Identifiable {
  let id: Int
  var name: String
  var plants: [PlantValue] = []
  var thirsty: Int { plants.count { $0.isThirsty } }
}

struct BedsValue: Equatable, Sendable {
  var day = 1
  var beds: [BedValue] = []
  var selectedID: Int?

  static let projection = Projection<Garden, BedsValue>(
    read: { BedsValue(day: $0.day, beds: beds.read($0), selectedID: $0.selected?.id) },
    write: { garden, value in
      garden.day = value.day
      beds.write(garden, value.beds)
      garden.selected = garden.beds.flatMap(\.plants).first { $0.id == value.selectedID }
    })

  private static let beds = Projection<Garden, [BedValue]>.list(
    \.beds, objectID: \.id, valueID: \.id,
    element: Projection<Bed, BedValue>(
      read: { BedValue(id: $0.id, name: $0.name, plants: plants.read($0)) },
      write: { bed, value in
        bed.name = value.name
        plants.write(bed, value.plants)
        for plant in bed.plants { plant.bed = bed }
        bed.countThirsty()
      }), make: { Bed(id: $0.id, name: $0.name) })

  private static let plants = Projection<Bed, [PlantValue]>.list(
    \.plants, objectID: \.id, valueID: \.id,
    element: Projection<Plant, PlantValue>(
      read: {
        PlantValue(id: $0.id, name: $0.name, watered: $0.watered, isThirsty: $0.isThirsty)
      },
      write: { ($0.watered, $0.isThirsty) = ($1.watered, $1.isThirsty) }),
    fits: { $0.name == $1.name },
    make: { Plant(id: $0.id, name: $0.name, watered: $0.watered) })

  private mutating func changePlants(_ change: (inout PlantValue) -> Void) {
    for bed in beds.indices {
      for plant in beds[bed].plants.indices { change(&beds[bed].plants[plant]) }
    }
  }

  static let reducer = Reducer<BedsValue, GardenAction> { garden, action in
    let day = garden.day
    let index = { [beds = garden.beds] (id: Int) in beds.firstIndex { $0.id == id } }
    let plants = garden.beds.flatMap(\.plants)
    switch action {
    case .addBed(let id, let name):
      if index(id) == nil { garden.beds.append(BedValue(id: id, name: name)) }
    case .renameBed(let id, let name): if let bed = index(id) { garden.beds[bed].name = name }
    case .removeBed(let id):
      guard let bed = index(id) else { return }
      if garden.beds[bed].plants.contains(where: { $0.id == garden.selectedID }) {
        garden.selectedID = nil
      }
      garden.beds.remove(at: bed)
    case .plant(let id, let name, let bedID):
      guard let bed = index(bedID), !plants.contains(where: { $0.id == id }) else { return }
      garden.beds[bed].plants.append(PlantValue(id: id, name: name, watered: day))
    case .uproot(let id):
      if garden.selectedID == id { garden.selectedID = nil }
      for bed in garden.beds.indices { garden.beds[bed].plants.removeAll { $0.id == id } }
    case .water(let id):
      garden.changePlants { if $0.id == id { ($0.watered, $0.isThirsty) = (day, false) } }
    case .nextDay:
      garden.day += 1
      garden.changePlants { if day + 1 - $0.watered > 2 { $0.isThirsty = true } }
    case .select(let id): garden.selectedID = plants.contains { $0.id == id } ? id : nil
    case .deselect: garden.selectedID = nil
    default: break
    }
  }
}

struct RestValue: Equatable, Sendable {
  var notes: [String] = []
  var reminderHour = 8
  var usesLiters = true

  static let projection = Projection<Garden, RestValue>(
    read: {
      RestValue(
        notes: $0.journal.notes, reminderHour: $0.settings.reminderHour,
        usesLiters: $0.settings.usesLiters)
    },
    write: { garden, value in
      garden.journal.notes = value.notes
      garden.settings.reminderHour = value.reminderHour
      garden.settings.usesLiters = value.usesLiters
    })

  static let reducer = Reducer<RestValue, GardenAction> { rest, action in
    switch action {
    case .note(let text): rest.notes.append(text)
    case .clearNotes: rest.notes = []
    case .setReminder(let hour): rest.reminderHour = min(max(hour, 0), 23)
    case .useLiters(let uses): rest.usesLiters = uses
    default: break
    }
  }
}

enum GardenSlices {
  static let beds = StateSlice(
    "beds", projection: BedsValue.projection, legacy: [GardenBlocks.beds],
    reducer: BedsValue.reducer)

  static let rest = StateSlice(
    "rest", projection: RestValue.projection, legacy: [GardenBlocks.rest],
    reducer: RestValue.reducer)

  static let entries: [MigrationEntry<Garden, GardenAction>] = [.slice(beds), .slice(rest)]
}

final class GardenStore: MigrationStore<Garden, GardenAction>, @unchecked Sendable {
  init(garden: sending Garden = Garden()) {
    super.init(state: garden, entries: GardenSlices.entries)
  }
}

/// The rows of the first screen.
@MainActor final class BedsScreen {
  private(set) var rows: [String] = []
  private var token: SubscriptionToken?

  init(_ store: GardenStore) {
    token = store.facade(of: GardenSlices.beds).subscribe(\.self) { [weak self] garden in
      self?.rows = garden.beds.map { bed in
        let selected = bed.plants.contains { $0.id == garden.selectedID } ? "> " : ""
        return "\(selected)\(bed.name): \(bed.thirsty) of \(bed.plants.count) thirsty"
      }
    }
  }
}

/// The state of the store that the app ends on.
struct GardenValue: Equatable, Sendable {
  var beds: BedsValue
  var rest: RestValue

  init(_ values: SliceValues<Garden, GardenAction>) {
    (beds, rest) = (values[GardenSlices.beds], values[GardenSlices.rest])
  }

  static let reducer = Reducer<GardenValue, GardenAction>.combine(
    BedsValue.reducer.scoped(to: \.beds), RestValue.reducer.scoped(to: \.rest))
}
