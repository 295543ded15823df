import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// The state of `GardenBefore` after step 1 of the guide, and the value of the slice that holds references.
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

struct PlantValue: Equatable, Sendable {
  let id: Int
  let name: String
  var watered: Int
  var isThirsty = false
}

struct BedValue: Equatable, Sendable {
  let id: Int
  var name: String
  var plants: [PlantValue] = []
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
}
