// swift-format-ignore-file
import Foundation
import ObjectGraph

/// NSObject-like base: identity equality, a stable id, and the date of birth.
open class Entity: Hashable, Codable {
    public let id: String
    public var createdAt: Date
    public var updatedAt: Date

    public init(id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.id = id
        self.createdAt = createdAt
        self.updatedAt = createdAt
    }

    public static func == (a: Entity, b: Entity) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func touch() { updatedAt = Date() }
}

public final class Skill: Entity {
    public var name: String
    public var level: Int
    public init(name: String, level: Int = 1, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.name = name
        self.level = level
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case name, level }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        name = try c.decode(String.self, forKey: .name)
        level = try c.decode(Int.self, forKey: .level)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(name, forKey: .name)
        try c.encode(level, forKey: .level)
    }
}

public final class Technician: Entity {
    public var name: String
    public var skills: Set<Skill> = []
    public var hourlyRate: Double
    public var onCall = false
    @BackReference public var currentJob: Job?
    public init(name: String, hourlyRate: Double, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.name = name
        self.hourlyRate = hourlyRate
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case name, skills, hourlyRate, onCall, currentJob }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        name = try c.decode(String.self, forKey: .name)
        skills = try c.decode(Set<Skill>.self, forKey: .skills)
        hourlyRate = try c.decode(Double.self, forKey: .hourlyRate)
        onCall = try c.decode(Bool.self, forKey: .onCall)
        _currentJob = try c.decode(BackReference<Job>.self, forKey: .currentJob)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(name, forKey: .name)
        try c.encode(skills, forKey: .skills)
        try c.encode(hourlyRate, forKey: .hourlyRate)
        try c.encode(onCall, forKey: .onCall)
        try c.encode(_currentJob, forKey: .currentJob)
    }
    public func skill(named name: String) -> Skill? { skills.first { $0.name == name } }
}

public final class Site: Entity {
    public var address: String
    public var notes: String?
    @BackReference public var customer: Customer?
    public init(address: String, customer: Customer?, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.address = address
        self.customer = customer
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case address, notes, customer }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        address = try c.decode(String.self, forKey: .address)
        notes = try c.decodeIfPresent(String.self, forKey: .notes)
        _customer = try c.decode(BackReference<Customer>.self, forKey: .customer)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(address, forKey: .address)
        try c.encodeIfPresent(notes, forKey: .notes)
        try c.encode(_customer, forKey: .customer)
    }
}

public final class Customer: Entity {
    public var name: String
    public var email: String?
    public var sites: [Site] = []
    public var creditHold = false
    public init(name: String, email: String? = nil, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.name = name
        self.email = email
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case name, email, sites, creditHold }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        name = try c.decode(String.self, forKey: .name)
        email = try c.decodeIfPresent(String.self, forKey: .email)
        sites = try c.decode([Site].self, forKey: .sites)
        creditHold = try c.decode(Bool.self, forKey: .creditHold)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(name, forKey: .name)
        try c.encodeIfPresent(email, forKey: .email)
        try c.encode(sites, forKey: .sites)
        try c.encode(creditHold, forKey: .creditHold)
    }
}

public final class ChecklistItem: Entity {
    public var text: String
    public var done = false
    @BackReference public var job: Job?
    public init(text: String, job: Job?, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.text = text
        self.job = job
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case text, done, job }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        text = try c.decode(String.self, forKey: .text)
        done = try c.decode(Bool.self, forKey: .done)
        _job = try c.decode(BackReference<Job>.self, forKey: .job)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(text, forKey: .text)
        try c.encode(done, forKey: .done)
        try c.encode(_job, forKey: .job)
    }
}

public enum JobStatus: Codable {
    case draft
    case scheduled(at: Date, minutes: Int)
    case travelling(eta: Date)
    case onSite(since: Date)
    case blocked(reason: String, by: Technician?)
    case done(at: Date, signature: String)

    public var isOpen: Bool { if case .done = self { return false } else { return true } }
    public var label: String {
        switch self {
        case .draft: return "Draft"
        case .scheduled: return "Scheduled"
        case .travelling: return "Travelling"
        case .onSite: return "On site"
        case .blocked(let reason, let by): return "Blocked: \(reason)" + (by.map { " (\($0.name))" } ?? "")
        case .done(_, let signature): return "Done, signed \(signature)"
        }
    }
}

open class Job: Entity {
    public var title: String
    public var status: JobStatus = .draft
    public var site: Site?
    public var checklist: [ChecklistItem] = []
    public var tags: Set<String> = []
    public var minutesLogged = 0
    public init(title: String, site: Site?, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.title = title
        self.site = site
        super.init(id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case title, status, site, checklist, tags, minutesLogged }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        title = try c.decode(String.self, forKey: .title)
        status = try c.decode(JobStatus.self, forKey: .status)
        site = try c.decodeIfPresent(Site.self, forKey: .site)
        checklist = try c.decode([ChecklistItem].self, forKey: .checklist)
        tags = try c.decode(Set<String>.self, forKey: .tags)
        minutesLogged = try c.decode(Int.self, forKey: .minutesLogged)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(title, forKey: .title)
        try c.encode(status, forKey: .status)
        try c.encodeIfPresent(site, forKey: .site)
        try c.encode(checklist, forKey: .checklist)
        try c.encode(tags, forKey: .tags)
        try c.encode(minutesLogged, forKey: .minutesLogged)
    }
    open var kind: String { "job" }
    open var estimate: Int { 60 + checklist.count * 10 }
    open func copyShell() -> Job { Job(title: title, site: nil, id: id, createdAt: createdAt) }
    open func canComplete() -> Bool { checklist.allSatisfy { $0.done } }
}

public final class RepairJob: Job {
    public var fault: String
    public var urgent = false
    public init(title: String, site: Site?, fault: String, id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.fault = fault
        super.init(title: title, site: site, id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case fault, urgent }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        fault = try c.decode(String.self, forKey: .fault)
        urgent = try c.decode(Bool.self, forKey: .urgent)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(fault, forKey: .fault)
        try c.encode(urgent, forKey: .urgent)
    }
    public override var kind: String { "repair" }
    public override var estimate: Int { (urgent ? 45 : 90) + checklist.count * 10 }
    public override func copyShell() -> Job {
        let c = RepairJob(title: title, site: nil, fault: fault, id: id, createdAt: createdAt)
        c.urgent = urgent
        return c
    }
}

public final class InstallJob: Job {
    public var model: String
    public var warrantyMonths: Int
    public var replaces: Job?
    public init(title: String, site: Site?, model: String, warrantyMonths: Int,
                id: String = UUID().uuidString, createdAt: Date = Date()) {
        self.model = model
        self.warrantyMonths = warrantyMonths
        super.init(title: title, site: site, id: id, createdAt: createdAt)
    }

    private enum CodingKeys: CodingKey { case model, warrantyMonths, replaces }
    public required init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        model = try c.decode(String.self, forKey: .model)
        warrantyMonths = try c.decode(Int.self, forKey: .warrantyMonths)
        replaces = try c.decodeIfPresent(Job.self, forKey: .replaces)
        try super.init(from: decoder)
    }
    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(model, forKey: .model)
        try c.encode(warrantyMonths, forKey: .warrantyMonths)
        try c.encodeIfPresent(replaces, forKey: .replaces)
    }
    public override var kind: String { "install" }
    public override var estimate: Int { 180 + checklist.count * 15 }
    public override func copyShell() -> Job {
        InstallJob(title: title, site: nil, model: model, warrantyMonths: warrantyMonths, id: id, createdAt: createdAt)
    }
    public override func canComplete() -> Bool { super.canComplete() && warrantyMonths > 0 }
}

/// Derived: rebuilt from the jobs whenever it was invalidated.
public final class BoardCache: Codable {
    private enum CodingKeys: CodingKey {}  // derived
    public private(set) var byColumn: [String: [Job]]?
    public private(set) var openMinutes: Int?
    public init() {}
    public func invalidate() { byColumn = nil; openMinutes = nil }
    public func columns(of jobs: [Job]) -> [String: [Job]] {
        if let byColumn { return byColumn }
        var result: [String: [Job]] = [:]
        for job in jobs {
            let key: String
            switch job.status {
            case .draft: key = "Inbox"
            case .scheduled, .travelling: key = "Planned"
            case .onSite, .blocked: key = "Running"
            case .done: key = "Done"
            }
            result[key, default: []].append(job)
        }
        byColumn = result
        return result
    }
    public func minutes(of jobs: [Job]) -> Int {
        if let openMinutes { return openMinutes }
        let total = jobs.filter { $0.status.isOpen }.reduce(0) { $0 + $1.estimate }
        openMinutes = total
        return total
    }
}

public struct UndoStep: Codable {
    public var title: String
    public var jobs: [Job]
    public var assignments: [String: Technician]
}

public final class UndoStack: Codable {
    public var past: [UndoStep] = []
    public var future: [UndoStep] = []
    public var limit = 20
    public init() {}
    public func push(_ step: UndoStep) {
        past.append(step)
        if past.count > limit { past.removeFirst() }
        future = []
    }
}

public enum Filter: String, Codable, CaseIterable, Sendable { case all, open, mine, blocked }

public enum SyncState: Codable, Equatable, Sendable {
    case idle
    case running(since: Date)
    case failed(String)
    case done(at: Date, count: Int)
}

public final class Workspace: Codable {
    public var technicians: [Technician] = []
    public var customers: [String: Customer] = [:]
    public var jobs: [Job] = []
    public var assignments: [String: Technician] = [:]
    public var watched: Set<Job> = []
    public var selected: Job?
    public var filter: Filter = .all
    public var sync: SyncState = .idle
    public var undo = UndoStack()
    public var board = BoardCache()
    public init() {}

    public func job(_ id: String) -> Job? { jobs.first { $0.id == id } }
    public func technician(_ id: String) -> Technician? { technicians.first { $0.id == id } }
    public func site(_ id: String) -> Site? { customers.values.lazy.flatMap(\.sites).first { $0.id == id } }

    public var visibleJobs: [Job] {
        jobs.filter { job in
            switch filter {
            case .all: return true
            case .open: return job.status.isOpen
            case .mine: return assignments[job.id]?.onCall == true
            case .blocked: if case .blocked = job.status { return true } else { return false }
            }
        }
    }
}
