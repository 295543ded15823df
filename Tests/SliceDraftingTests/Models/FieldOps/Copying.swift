// swift-format-ignore-file
import Foundation

/// The keyed-archiver-like copy: every object once, by identity.
final class Copier {
    private var seen: [ObjectIdentifier: AnyObject] = [:]

    private func once<T: AnyObject>(_ object: T, _ make: () -> T, _ fill: (T) -> Void) -> T {
        if let done = seen[ObjectIdentifier(object)] { return done as! T }
        let copy = make()
        seen[ObjectIdentifier(object)] = copy
        fill(copy)
        return copy
    }

    func copy(_ s: Skill) -> Skill {
        once(s, { Skill(name: s.name, level: s.level, id: s.id, createdAt: s.createdAt) }) { $0.updatedAt = s.updatedAt }
    }

    func copy(_ t: Technician) -> Technician {
        once(t, { Technician(name: t.name, hourlyRate: t.hourlyRate, id: t.id, createdAt: t.createdAt) }) { c in
            c.updatedAt = t.updatedAt
            c.onCall = t.onCall
            c.skills = Set(t.skills.map { copy($0) })
            c.currentJob = t.currentJob.map { copy($0) }
        }
    }

    func copy(_ s: Site) -> Site {
        once(s, { Site(address: s.address, customer: nil, id: s.id, createdAt: s.createdAt) }) { c in
            c.updatedAt = s.updatedAt
            c.notes = s.notes
            c.customer = s.customer.map { copy($0) }
        }
    }

    func copy(_ k: Customer) -> Customer {
        once(k, { Customer(name: k.name, email: k.email, id: k.id, createdAt: k.createdAt) }) { c in
            c.updatedAt = k.updatedAt
            c.creditHold = k.creditHold
            c.sites = k.sites.map { copy($0) }
        }
    }

    func copy(_ i: ChecklistItem) -> ChecklistItem {
        once(i, { ChecklistItem(text: i.text, job: nil, id: i.id, createdAt: i.createdAt) }) { c in
            c.updatedAt = i.updatedAt
            c.done = i.done
            c.job = i.job.map { copy($0) }
        }
    }

    func copy(_ status: JobStatus) -> JobStatus {
        if case .blocked(let reason, let by) = status { return .blocked(reason: reason, by: by.map { copy($0) }) }
        return status
    }

    func copy(_ j: Job) -> Job {
        once(j, { j.copyShell() }) { c in
            c.updatedAt = j.updatedAt
            c.status = copy(j.status)
            c.site = j.site.map { copy($0) }
            c.checklist = j.checklist.map { copy($0) }
            c.tags = j.tags
            c.minutesLogged = j.minutesLogged
            if let j = j as? InstallJob, let c = c as? InstallJob { c.replaces = j.replaces.map { copy($0) } }
        }
    }
}
