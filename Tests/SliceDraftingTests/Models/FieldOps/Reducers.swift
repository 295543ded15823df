// swift-format-ignore-file
import Foundation
import ReferenceRedux

public enum Reducers {
    public static let all: [ReduceBlock<Workspace, Action>] = [history, crew, customers, jobs, dispatching, screen, sync, board]

    static let crew: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .addTechnician(let name, let rate):
            state.technicians.append(Technician(name: name, hourlyRate: rate))
        case .removeTechnician(let id):
            guard let t = state.technician(id) else { return }
            state.technicians.removeAll { $0 === t }
            for (job, who) in state.assignments where who === t { state.assignments[job] = nil }
            for job in state.jobs {
                if case .blocked(let reason, let by) = job.status, by === t {
                    job.status = .blocked(reason: reason, by: nil)
                }
            }
        case .grantSkill(let id, let name):
            guard let t = state.technician(id) else { return }
            if let skill = t.skill(named: name) { skill.level += 1; skill.touch() } else { t.skills.insert(Skill(name: name)) }
            t.touch()
        case .revokeSkill(let id, let name):
            guard let t = state.technician(id), let skill = t.skill(named: name) else { return }
            t.skills.remove(skill)
            t.touch()
        case .setOnCall(let id, let on):
            state.technician(id)?.onCall = on
        default: break
        }
    }

    static let customers: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .addCustomer(let name, let email):
            let c = Customer(name: name, email: email)
            state.customers[c.id] = c
        case .renameCustomer(let id, let name):
            state.customers[id]?.name = name
            state.customers[id]?.touch()
        case .addSite(let id, let address):
            guard let c = state.customers[id] else { return }
            c.sites.append(Site(address: address, customer: c))
        case .removeSite(let id):
            guard let site = state.site(id), let c = site.customer else { return }
            c.sites.removeAll { $0 === site }
            for job in state.jobs where job.site === site { job.site = nil }
        case .setCreditHold(let id, let hold):
            state.customers[id]?.creditHold = hold
        default: break
        }
    }

    static let jobs: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .createRepair(let siteID, let title, let fault, let urgent):
            let job = RepairJob(title: title, site: state.site(siteID), fault: fault)
            job.urgent = urgent
            if urgent { job.tags.insert("urgent") }
            state.jobs.append(job)
        case .createInstall(let siteID, let title, let model, let months, let replaces):
            let job = InstallJob(title: title, site: state.site(siteID), model: model, warrantyMonths: months)
            job.replaces = replaces.flatMap { state.job($0) }
            for text in ["Unpack", "Mount", "Test"] { job.checklist.append(ChecklistItem(text: text, job: job)) }
            state.jobs.append(job)
        case .renameJob(let id, let title):
            guard let job = state.job(id) else { return }
            job.title = title
            job.touch()
        case .deleteJob(let id):
            guard let job = state.job(id) else { return }
            state.jobs.removeAll { $0 === job }
            state.assignments[id] = nil
            state.watched.remove(job)
            if state.selected === job { state.selected = nil }
            for other in state.jobs { if let i = other as? InstallJob, i.replaces === job { i.replaces = nil } }
        case .schedule(let id, let at, let minutes):
            guard let job = state.job(id), job.status.isOpen, job.site?.customer?.creditHold != true else { return }
            job.status = .scheduled(at: at, minutes: minutes)
            job.touch()
        case .travel(let id, let eta):
            guard let job = state.job(id), case .scheduled = job.status else { return }
            job.status = .travelling(eta: eta)
            state.assignments[id]?.currentJob = job
        case .arrive(let id, let at):
            guard let job = state.job(id), case .travelling = job.status else { return }
            job.status = .onSite(since: at)
        case .block(let id, let reason, let by):
            guard let job = state.job(id) else { return }
            job.status = .blocked(reason: reason, by: by.flatMap { state.technician($0) })
        case .complete(let id, let at, let signature):
            guard let job = state.job(id), job.canComplete() else { return }
            if case .onSite(let since) = job.status { job.minutesLogged += Int(at.timeIntervalSince(since) / 60) }
            job.status = .done(at: at, signature: signature)
            if let t = state.assignments[id], t.currentJob === job { t.currentJob = nil }
        case .addCheck(let id, let text):
            guard let job = state.job(id) else { return }
            job.checklist.append(ChecklistItem(text: text, job: job))
        case .toggleCheck(let id, let item):
            guard let item = state.job(id)?.checklist.first(where: { $0.id == item }) else { return }
            item.done.toggle()
            item.touch()
            item.job?.touch()
        default: break
        }
    }

    static let dispatching: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .assign(let jobID, let techID):
            guard let job = state.job(jobID), let t = state.technician(techID) else { return }
            if job is InstallJob, t.skill(named: "install") == nil { return }
            state.assignments[jobID] = t
        case .unassign(let jobID):
            if let t = state.assignments.removeValue(forKey: jobID), t.currentJob?.id == jobID { t.currentJob = nil }
        case .watch(let jobID, let on):
            guard let job = state.job(jobID) else { return }
            if on { state.watched.insert(job) } else { state.watched.remove(job) }
        default: break
        }
    }

    static let screen: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .select(let id): state.selected = id.flatMap { state.job($0) }
        case .setFilter(let filter): state.filter = filter
        default: break
        }
    }

    /// Runs first: keeps what the jobs were before the action.
    static let history: ReduceBlock<Workspace, Action> = { state, action in
        func snapshot(_ title: String) -> UndoStep {
            let copier = Copier()
            return UndoStep(title: title, jobs: state.jobs.map { copier.copy($0) }, assignments: state.assignments)
        }
        func restore(_ step: UndoStep) {
            state.jobs = step.jobs
            state.assignments = step.assignments
            state.selected = state.selected.flatMap { old in state.job(old.id) }
            state.watched = Set(state.watched.compactMap { state.job($0.id) })
        }
        switch action {
        case .deleteJob: state.undo.push(snapshot("Delete"))
        case .renameJob: state.undo.push(snapshot("Rename"))
        case .schedule: state.undo.push(snapshot("Schedule"))
        case .assign: state.undo.push(snapshot("Assign"))
        case .undo:
            guard let step = state.undo.past.popLast() else { return }
            state.undo.future.append(snapshot(step.title))
            restore(step)
        case .redo:
            guard let step = state.undo.future.popLast() else { return }
            state.undo.past.append(snapshot(step.title))
            restore(step)
        default: break
        }
    }

    static let board: ReduceBlock<Workspace, Action> = { state, _ in state.board.invalidate() }

    static let sync: ReduceBlock<Workspace, Action> = { state, action in
        switch action {
        case .syncStarted(let at): state.sync = .running(since: at)
        case .syncFailed(let why): state.sync = .failed(why)
        case .syncFinished(let at, let quotes):
            for q in quotes { state.job(q.job)?.minutesLogged = q.minutes }
            state.sync = .done(at: at, count: quotes.count)
        default: break
        }
    }
}
