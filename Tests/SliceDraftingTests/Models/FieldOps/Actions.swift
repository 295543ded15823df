// swift-format-ignore-file
import Foundation

public enum Action: Equatable, Sendable {
    // crew
    case addTechnician(name: String, rate: Double)
    case removeTechnician(id: String)
    case grantSkill(technician: String, name: String)
    case revokeSkill(technician: String, name: String)
    case setOnCall(technician: String, Bool)
    // customers
    case addCustomer(name: String, email: String?)
    case renameCustomer(id: String, name: String)
    case addSite(customer: String, address: String)
    case removeSite(id: String)
    case setCreditHold(customer: String, Bool)
    // jobs
    case createRepair(site: String, title: String, fault: String, urgent: Bool)
    case createInstall(site: String, title: String, model: String, warrantyMonths: Int, replaces: String?)
    case renameJob(id: String, title: String)
    case deleteJob(id: String)
    case schedule(job: String, at: Date, minutes: Int)
    case travel(job: String, eta: Date)
    case arrive(job: String, at: Date)
    case block(job: String, reason: String, by: String?)
    case complete(job: String, at: Date, signature: String)
    case addCheck(job: String, text: String)
    case toggleCheck(job: String, item: String)
    // dispatching
    case assign(job: String, technician: String)
    case unassign(job: String)
    case watch(job: String, Bool)
    // screen state
    case select(job: String?)
    case setFilter(Filter)
    // history
    case undo
    case redo
    // sync
    case syncStarted(at: Date)
    case syncFinished(at: Date, quotes: [Quote])
    case syncFailed(String)
}

public struct Quote: Codable, Equatable, Sendable {
    public var job: String
    public var minutes: Int
    public init(job: String, minutes: Int) { self.job = job; self.minutes = minutes }
}
