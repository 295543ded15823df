// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// In place of key-value observing, which Linux does not have: handlers of the names of properties.
open class Observed: NSObject {
  private var handlers: [(String) -> Void] = []

  public func observe(_ handler: @escaping (String) -> Void) { handlers.append(handler) }

  func changed(_ name: String) { for handler in handlers { handler(name) } }
}

public final class Garden: Observed, NSCoding {
  public var day = 1 { didSet { changed("day") } }
  public var beds: [Bed] = [] { didSet { changed("beds") } }
  public var selected: Plant? { didSet { changed("selected") } }
  public let journal: Journal
  public let settings: GardenSettings

  public override init() { (journal, settings) = (Journal(), GardenSettings()) }

  // Not run on Linux, where un-archiving the beds, to which their plants refer, ends the process.
  public init?(coder: NSCoder) {
    day = coder.decodeInteger(forKey: "day")
    beds = coder.decodeObject(forKey: "beds") as! [Bed]
    selected = coder.decodeObject(forKey: "selected") as? Plant
    journal = coder.decodeObject(forKey: "journal") as! Journal
    settings = coder.decodeObject(forKey: "settings") as! GardenSettings
  }

  public func encode(with coder: NSCoder) {
    coder.encode(day, forKey: "day")
    coder.encode(beds, forKey: "beds")
    coder.encode(selected, forKey: "selected")
    coder.encode(journal, forKey: "journal")
    coder.encode(settings, forKey: "settings")
  }
}

public final class Bed: Observed, NSCoding {
  public let id: Int
  public var name: String { didSet { changed("name") } }
  public var plants: [Plant] = [] { didSet { countThirsty() } }
  public private(set) var thirsty = 0 { didSet { changed("thirsty") } }

  public init(id: Int, name: String) { (self.id, self.name) = (id, name) }

  public init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    name = coder.decodeObject(forKey: "name") as! String
    plants = coder.decodeObject(forKey: "plants") as! [Plant]
    super.init()
    countThirsty()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(name, forKey: "name")
    coder.encode(plants, forKey: "plants")
  }

  func countThirsty() { thirsty = plants.count { $0.isThirsty } }
}

public final class Plant: Observed, NSCoding {
  public let id: Int
  public let name: String
  public weak var bed: Bed?
  public var watered: Int { didSet { changed("watered") } }
  public var isThirsty = false { didSet { bed?.countThirsty() } }

  public init(id: Int, name: String, bed: Bed, watered: Int) {
    (self.id, self.name, self.bed, self.watered) = (id, name, bed, watered)
  }

  public init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    name = coder.decodeObject(forKey: "name") as! String
    bed = coder.decodeObject(forKey: "bed") as? Bed
    watered = coder.decodeInteger(forKey: "watered")
    isThirsty = coder.decodeBool(forKey: "isThirsty")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(name, forKey: "name")
    coder.encodeConditionalObject(bed, forKey: "bed")
    coder.encode(watered, forKey: "watered")
    coder.encode(isThirsty, forKey: "isThirsty")
  }
}

public final class Journal: Observed, NSCoding {
  public var notes: [String] = [] { didSet { changed("notes") } }

  public override init() {}

  public init?(coder: NSCoder) { notes = coder.decodeObject(forKey: "notes") as! [String] }

  public func encode(with coder: NSCoder) { coder.encode(notes, forKey: "notes") }
}

public final class GardenSettings: Observed, NSCoding {
  public var reminderHour = 8 { didSet { changed("reminderHour") } }
  public var usesLiters = true { didSet { changed("usesLiters") } }

  public override init() {}

  public init?(coder: NSCoder) {
    reminderHour = coder.decodeInteger(forKey: "reminderHour")
    usesLiters = coder.decodeBool(forKey: "usesLiters")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(reminderHour, forKey: "reminderHour")
    coder.encode(usesLiters, forKey: "usesLiters")
  }
}

public enum GardenAction: Equatable, Sendable {
  case addBed(id: Int, name: String)
  case renameBed(id: Int, name: String)
  case removeBed(id: Int)
  case plant(id: Int, name: String, bed: Int)
  case uproot(id: Int)
  case water(id: Int)
  case nextDay
  case select(id: Int)
  case deselect
  case note(String)
  case clearNotes
  case setReminder(hour: Int)
  case useLiters(Bool)
}

/// The store hands out its live objects, and screens observe these.
@MainActor public final class GardenStore {
  public let garden: Garden

  public init(garden: Garden = Garden()) { self.garden = garden }

  public func dispatch(_ action: GardenAction) {
    let bed = { (id: Int) in self.garden.beds.first { $0.id == id } }
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
    case .note(let text): garden.journal.notes.append(text)
    case .clearNotes: garden.journal.notes = []
    case .setReminder(let hour): garden.settings.reminderHour = min(max(hour, 0), 23)
    case .useLiters(let uses): garden.settings.usesLiters = uses
    }
  }

  public func save(to url: URL) throws {
    try NSKeyedArchiver.archivedData(withRootObject: garden, requiringSecureCoding: false)
      .write(to: url)
  }
}

/// The first screen.
@MainActor public final class BedsScreen {
  public private(set) var rows: [String] = []
  private let garden: Garden
  private var observed: Set<Int> = []

  public init(_ store: GardenStore) {
    garden = store.garden
    garden.observe { [weak self] _ in MainActor.assumeIsolated { self?.update() } }
    update()
  }

  private func update() {
    for bed in garden.beds where observed.insert(bed.id).inserted {
      bed.observe { [weak self] _ in MainActor.assumeIsolated { self?.update() } }
    }
    rows = garden.beds.map { bed in
      let selected = bed.plants.contains { $0 === garden.selected } ? "> " : ""
      return "\(selected)\(bed.name): \(bed.thirsty) of \(bed.plants.count) thirsty"
    }
  }
}
