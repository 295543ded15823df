// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReferenceRedux

// An issue tracker: projects with issues and labels in sets, members who are referred to, and a filter.

public final class TrackerState: Codable {
  public var projects: [Project] = []
  public var team = Team()
  public var filter = IssueFilter()

  public init() {}
}

public final class Team: Codable {
  public var members: [Member] = []
  public var lead: Member?
}

public final class Member: Codable {
  public let id: Int
  public var name: String
  public var isAway = false

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

public final class Project: Codable {
  public let key: String
  public var name: String
  public var issues: [Issue] = []
  public var labels: Set<Tag> = []
  public var isArchived = false

  public init(key: String, name: String? = nil) {
    self.key = key
    self.name = name ?? key
  }

  var openCount: Int { issues.filter { !$0.isClosed }.count }

  func issue(_ number: Int) -> Issue? { issues.first { $0.number == number } }

  func close(_ issue: Issue) {
    guard !issue.isClosed else { return }
    issue.isClosed = true
    issue.history.append("closed")
  }
}

public final class Issue: Codable {
  public let number: Int
  public var title: String
  public var isClosed = false
  public var history: [String] = []
  public var tags: Set<Tag> = []
  @BackReference public var project: Project?

  public init(number: Int, title: String, in project: Project) {
    self.number = number
    self.title = title
    self.project = project
    history = ["opened"]
  }
}

public final class Tag: Codable, Hashable {
  public let name: String
  public var color = "gray"

  public init(name: String) { self.name = name }

  public static func == (first: Tag, second: Tag) -> Bool { first.name == second.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

public final class IssueFilter: Codable {
  public var text = ""
  public var showsClosed = false
  public var mode = Mode.all
  public var hits = 0

  public enum Mode: String, Codable, Sendable { case all, open, mine }
}

public enum TrackerAction: Codable, Equatable, Sendable {
  case project(ProjectAction, key: String)
  case create(key: String, name: String?)
  case archive(String)
  case join(id: Int, name: String)
  case leave(id: Int)
  case lead(id: Int)
  case away(id: Int, Bool)
  case filter(FilterAction)

  public enum ProjectAction: Codable, Equatable, Sendable {
    case open(title: String)
    case close(Int)
    case reopen(Int)
    case label(String)
    case paint(label: String, color: String)
    case unlabel(String)
  }

  public enum FilterAction: Codable, Equatable, Sendable {
    case search(String)
    case mode(IssueFilter.Mode)
    case reset
  }
}

public enum TrackerReducers {
  public static let projects: ReduceBlock<TrackerState, TrackerAction> = { state, action in
    switch action {
    case .create(let key, let name):
      guard !state.projects.contains(where: { $0.key == key }) else { return }
      state.projects.append(Project(key: key, name: name))
    case .archive(let key):
      for project in state.projects where project.key == key {
        project.isArchived = true
        for issue in project.issues { project.close(issue) }
      }
    case .project(.open(let title), let key):
      guard let project = project(key, in: state) else { return }
      let number = (project.issues.last?.number ?? 0) + 1
      project.issues.append(Issue(number: number, title: title, in: project))
    case .project(.close(let number), let key):
      guard let project = project(key, in: state), let issue = project.issue(number) else { return }
      project.close(issue)
    case .project(.reopen(let number), let key):
      if let issue = project(key, in: state)?.issue(number), issue.isClosed {
        issue.isClosed = false
        issue.history.append("reopened")
      }
    case .project(.label(let name), let key):
      project(key, in: state)?.labels.insert(Tag(name: name))
    case .project(.paint(let name, let color), let key):
      project(key, in: state)?.labels.first { $0.name == name }?.color = color
    case .project(.unlabel(let name), let key):
      guard let project = project(key, in: state),
        let tag = project.labels.first(where: { $0.name == name })
      else { return }
      project.labels.remove(tag)
    case .join, .leave, .lead, .away, .filter: break
    }
  }

  private static func project(_ key: String, in state: TrackerState) -> Project? {
    state.projects.first { $0.key == key && !$0.isArchived }
  }

  public static let team: ReduceBlock<TrackerState, TrackerAction> = { state, action in
    let team = state.team
    switch action {
    case .join(let id, let name) where !team.members.contains { $0.id == id }:
      let member = Member(id: id, name: name)
      team.members.append(member)
      if team.lead == nil { team.lead = member }
    case .leave(let id):
      team.members.removeAll { $0.id == id }
      if let lead = team.lead, lead.id == id { team.lead = team.members.first }
    case .lead(let id):
      guard let member = team.members.first(where: { $0.id == id }), !member.isAway else { return }
      team.lead = member
    case .away(let id, let isAway):
      guard let index = team.members.firstIndex(where: { $0.id == id }) else { return }
      team.members[index].isAway = isAway
      if isAway, team.lead === team.members[index] {
        team.lead = team.members.first { !$0.isAway }
      }
    default: break
    }
  }

  public static let filter: ReduceBlock<TrackerState, TrackerAction> = { state, action in
    let filter = state.filter
    switch action {
    case .filter(.search(let text)):
      filter.text = text
    case .filter(.mode(let mode)):
      filter.mode = mode
      filter.showsClosed = mode == .all
    case .filter(.reset):
      (filter.text, filter.mode) = ("", .all)
    default: return
    }
    filter.hits = state.projects.flatMap(\.issues).filter {
      $0.title.contains(filter.text) && (filter.showsClosed || !$0.isClosed)
    }.count
  }
}
