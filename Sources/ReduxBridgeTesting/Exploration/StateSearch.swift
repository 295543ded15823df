import ObjectGraph
import ReduxBridge

/// Visits every state that some actions can reach, breadth first, each once, up to the first finding.
struct StateSearch<State: AnyObject & Codable, Action: Sendable> {
  let judge: ActionJudge<State, Action>
  private let actions: [Action]
  /// The number of actions from the initial state to the last states; nil to visit all.
  private let lastDepth: Int?
  /// The number of states after which the search ends.
  private let limit: Int
  private let makeState: () throws -> State
  private let fields: Set<String>

  /// The positions of the states that were reached, by fingerprint.
  private var positions: [GraphFingerprint: Int] = [:]
  /// By position, the state from which one was reached first, and the action that led there.
  private var origins: [(parent: Int, action: Int)] = []
  /// The number of levels that were expanded, and of actions that were tried.
  private var (depth, transitions) = (0, 0)
  /// The number of actions that were tried twice, and of states that were reached again.
  private var (samples, replays) = (0, 0)
  private var ending = "all that is reachable"
  private var noise: [String] = []
  private var isIncomplete = false
  private(set) var finding: (path: [Int], found: [Finding])?

  init(_ run: CheckRun<State, Action>, _ actions: [Action], depth: Int?, limit: Int) {
    (self.actions, self.limit, lastDepth) = (actions, limit, depth)
    (judge, makeState, fields) = (run.makeJudge(), run.check.makeState, run.exceptions.fields)
  }

  mutating func run() throws {
    let start = try makeState()
    _ = try insert(start, after: 0, by: 0)
    // A state is released once it is expanded, and one of the last level at once.
    var level: [(index: Int, state: State?)] = [(0, start)]
    search: while !level.isEmpty {
      if depth == lastDepth {
        ending = "all within the depth, more beyond"
        break
      }
      var next: [(index: Int, state: State?)] = []
      level.reverse()
      while let (index, state) = level.popLast(), let state {
        for action in actions.indices {
          if let new = try expand(index, state, by: action) {
            next.append((origins.count - 1, depth + 1 == lastDepth ? nil : new))
          }
          if hasEnded { break search }
        }
      }
      depth += 1
      level = next
    }
    try replay()
  }

  /// Tries an action in a state, and returns the state to which it leads if that is new.
  private mutating func expand(_ index: Int, _ held: State, by action: Int) throws -> State? {
    // The first transitions are run twice, and one in 64 of the others.
    let isSampled = transitions < 256 || transitions % 64 == 0
    transitions += 1
    // The last action may change the held state itself.
    let isLast = action == actions.count - 1 && !isSampled
    let state = isLast ? held : try Graph.copy(held)
    let found = judge.judge(actions[action], number: depth + 1, state)
    if isSampled {
      samples += 1
      let again = try Graph.copy(held)
      let second = judge.judge(actions[action], number: depth + 1, again)
      if try fingerprint(again) != fingerprint(state) || second.isEmpty != found.isEmpty {
        note(path(to: index) + [action], "two results of the last action from the same state")
      }
    }
    if !found.isEmpty { finding = (path(to: index) + [action], found) }
    return try insert(state, after: index, by: action) ? state : nil
  }

  /// Whether the search ends before all is visited.
  private var hasEnded: Bool {
    mutating get {
      if finding != nil {
        ending = "stopped at the first finding"
      } else if origins.count >= limit {
        ending = "stopped at the limit of \(counted(limit, "state"))"
        isIncomplete = lastDepth == nil
      } else if Task.isCancelled {
        ending = "canceled"
        isIncomplete = true
      } else {
        return false
      }
      return true
    }
  }

  /// Reaches some states again from a new initial state: what is kept elsewhere shows.
  private mutating func replay() throws {
    let drifted =
      "another result from a new initial state, so something outside of the coded state takes part"
    replays = min(origins.count, 64)
    for sample in 1...replays {
      let index = origins.count * sample / replays - 1
      let state = try makeState()
      _ = reach(path(to: index), from: state)
      if try positions[fingerprint(state)] != index { note(path(to: index), drifted) }
    }
    if let path = finding?.path, !reach(path, from: try makeState()) { note(path, drifted) }
  }

  /// Reduces a list of actions, and returns whether something is found after the last.
  private func reach(_ path: [Int], from state: State) -> Bool {
    judge.judge(path.map { actions[$0] }, from: state).contains { $0.actionNumber == path.count }
  }

  private mutating func note(_ path: [Int], _ result: String) {
    guard noise.count < 8 else { return }
    let names = path.map { judge.recorder.options.actionType(actions[$0]) }
    let place =
      path.isEmpty ? "in the initial state" : "after " + names.joined(separator: ", ")
    noise.append("\(place): \(result)")
  }

  // MARK: The states that were reached

  private func fingerprint(_ state: State) throws -> GraphFingerprint {
    try Graph.fingerprint(of: state, leavingOut: fields)
  }

  /// Adds a state; false if it was reached before.
  private mutating func insert(_ state: State, after parent: Int, by action: Int) throws -> Bool {
    let fingerprint = try fingerprint(state)
    guard positions[fingerprint] == nil else { return false }
    positions[fingerprint] = origins.count
    origins.append((parent, action))
    return true
  }

  /// The actions that lead to a state, by their positions.
  private func path(to index: Int) -> [Int] {
    var path: [Int] = []
    var index = index
    while index != 0 {
      path.append(origins[index].action)
      index = origins[index].parent
    }
    return path.reversed()
  }

  // MARK: The result

  var extent: String {
    "\(counted(actions.count, "action")), depth \(depth): \(counted(origins.count, "state")), "
      + "\(counted(transitions, "transition")) compared, \(ending)"
  }

  var remark: String {
    "\(counted(samples, "transition")) run twice, \(counted(replays, "state")) "
      + "reached again from a new initial state"
  }

  /// The results that the same input did not determine, and whether states were left out.
  var failures: [String] {
    noise + (isIncomplete ? ["not every state was visited: \(ending)"] : [])
  }
}
