import Dispatch
import ObjectGraph
import ReduxBridge

/// Visits every state that some actions can reach, breadth first, each once.
///
/// A level of states is expanded in blocks. Within a block, each core expands a row of states and only
/// reads what was visited; then the results are taken over in the order of the states and actions. So
/// the result does not depend on the number of cores.
struct StateSearch<State, Finding> {
  /// The work of one core with states; one thread at a time uses it.
  struct Worker {
    /// Makes an initial state.
    let start: () throws -> State
    /// Makes a state to change from one that is held.
    let copy: (State) throws -> State
    /// Reduces an action, and returns what is wrong afterwards.
    let reduce: (State, _ action: Int, _ number: Int) throws -> Finding?
    let fingerprint: (State) throws -> GraphFingerprint
  }

  let actionCount: Int
  let bounds: SearchBounds
  let makeWorker: () throws -> Worker

  /// A state of the level that is expanded.
  private struct Waiting {
    let index: Int
    var held: State?
  }

  /// A transition that matters: to a new state, with a finding, or with two results.
  private struct Notable {
    /// The position in the row of transitions of a core.
    let position: Int
    let fingerprint: GraphFingerprint
    let held: State?
    let finding: Finding?
    let isUnsteady: Bool
  }

  private struct Row {
    var transitions = 0
    var notable: [Notable] = []
    var samples = 0
    var error: (any Error)?
  }

  func run() throws -> SearchOutcome<Finding> {
    let workers = try (0..<max(1, bounds.cores)).map { _ in try makeWorker() }
    var visited = VisitedStates()
    var outcome = SearchOutcome<Finding>()
    let start = try workers[0].start()
    _ = visited.insert(try workers[0].fingerprint(start), after: 0, by: 0)
    var level = [Waiting(index: 0, held: start)]
    let blockSize = max(workers.count, 8_192 / max(1, actionCount))

    search: while !level.isEmpty {
      guard outcome.depth < bounds.depth else {
        outcome.ending = .depth
        break
      }
      var next: [Waiting] = []
      for first in stride(from: 0, to: level.count, by: blockSize) {
        if Task.isCancelled {
          outcome.ending = .canceled
          break search
        }
        let block = Array(level[first..<min(first + blockSize, level.count)])
        for index in first..<min(first + blockSize, level.count) { level[index].held = nil }
        let rows = expand(block, workers, visited, outcome.depth)
        let isDone = try take(rows, of: block, workers.count, &visited, &next, &outcome)
        if isDone { break search }
      }
      outcome.depth += 1
      level = next
    }
    outcome.states = visited.count
    try replay(visited, workers[0], &outcome)
    return outcome
  }

  // MARK: Expanding

  private func expand(
    _ block: [Waiting], _ workers: [Worker], _ visited: VisitedStates, _ depth: Int
  ) -> [Row] {
    var rows = workers.map { _ in Row() }
    unsafe rows.withUnsafeMutableBufferPointer { buffer in
      // 1. Each iteration writes to a row of its own, and uses a worker and states of its own.
      // 2. What was visited does not change before all iterations have ended.
      nonisolated(unsafe) let rows = unsafe buffer
      nonisolated(unsafe) let shared = (self, block, workers)
      DispatchQueue.concurrentPerform(iterations: workers.count) { core in
        let (search, block, workers) = unsafe shared
        let share = Self.share(core, of: block.count, workers.count)
        unsafe rows[core] = search.row(block[share], workers[core], visited, depth)
      }
    }
    return rows
  }

  /// The states of a block that a core expands.
  private static func share(_ core: Int, of count: Int, _ cores: Int) -> Range<Int> {
    (count * core / cores)..<(count * (core + 1) / cores)
  }

  private func row(
    _ states: ArraySlice<Waiting>, _ worker: Worker, _ visited: VisitedStates, _ depth: Int
  ) -> Row {
    var row = Row()
    var seen: Set<GraphFingerprint> = []
    do {
      for state in states {
        guard let held = state.held else { continue }
        for action in 0..<actionCount {
          try expand(state.index, held, by: action, worker, visited, depth, &seen, &row)
          if row.notable.last?.finding != nil { return row }
        }
      }
    } catch {
      row.error = error
    }
    return row
  }

  private func expand(
    _ index: Int, _ held: State, by action: Int, _ worker: Worker, _ visited: VisitedStates,
    _ depth: Int, _ seen: inout Set<GraphFingerprint>, _ row: inout Row
  ) throws {
    let ordinal = index * actionCount + action
    let isSampled = ordinal < bounds.firstSamples || ordinal % 64 == 0
    // The last action may change the held state itself.
    let isLast = action == actionCount - 1 && !isSampled
    let state = isLast ? held : try worker.copy(held)
    let finding = try worker.reduce(state, action, depth + 1)
    let fingerprint = try worker.fingerprint(state)
    var isUnsteady = false
    if isSampled {
      row.samples += 1
      let again = try worker.copy(held)
      let second = try worker.reduce(again, action, depth + 1)
      let repeated = try worker.fingerprint(again)
      isUnsteady = repeated != fingerprint || (second == nil) != (finding == nil)
    }
    let isNew = visited[fingerprint] == nil && seen.insert(fingerprint).inserted
    if isNew || isUnsteady || finding != nil {
      // States of the last level are not expanded.
      let held = isNew && depth + 1 < bounds.depth ? state : nil
      row.notable.append(
        Notable(
          position: row.transitions, fingerprint: fingerprint, held: held, finding: finding,
          isUnsteady: isUnsteady))
    }
    row.transitions += 1
  }

  // MARK: Taking over

  /// Takes over the rows of all cores, in order, up to the first finding.
  ///
  /// - Returns: Whether the search ends.
  private func take(
    _ rows: [Row], of block: [Waiting], _ cores: Int, _ visited: inout VisitedStates,
    _ next: inout [Waiting], _ outcome: inout SearchOutcome<Finding>
  ) throws -> Bool {
    for (core, row) in rows.enumerated() {
      let first = Self.share(core, of: block.count, cores).lowerBound
      outcome.samples += row.samples
      for notable in row.notable {
        let parent = block[first + notable.position / actionCount].index
        let action = notable.position % actionCount
        if notable.isUnsteady, outcome.unsteady.count < 8 {
          outcome.unsteady.append(visited.path(to: parent) + [action])
        }
        if visited.insert(notable.fingerprint, after: parent, by: action) {
          next.append(Waiting(index: visited.count - 1, held: notable.held))
        }
        if let finding = notable.finding {
          outcome.transitions += notable.position + 1
          outcome.finding = (visited.path(to: parent) + [action], finding)
          outcome.ending = .finding
          return true
        }
        if visited.count >= bounds.limit {
          outcome.transitions += notable.position + 1
          outcome.ending = .limit
          return true
        }
      }
      if let error = row.error { throw error }
      outcome.transitions += row.transitions
    }
    return false
  }

  /// Reaches some states again from a new initial state: what is kept elsewhere shows.
  private func replay(
    _ visited: VisitedStates, _ worker: Worker, _ outcome: inout SearchOutcome<Finding>
  ) throws {
    let count = min(visited.count, bounds.replays)
    for sample in 0..<count {
      let index = visited.count * (sample + 1) / count - 1
      let path = visited.path(to: index)
      let state = try worker.start()
      for (place, action) in path.enumerated() { _ = try worker.reduce(state, action, place + 1) }
      outcome.replays += 1
      if try visited[worker.fingerprint(state)] != index, outcome.drifted.count < 8 {
        outcome.drifted.append(path)
      }
    }
    if let (path, _) = outcome.finding {
      let state = try worker.start()
      var last: Finding?
      for (place, action) in path.enumerated() {
        last = try worker.reduce(state, action, place + 1)
      }
      if last == nil { outcome.drifted.append(path) }
    }
  }
}

/// How far a search goes.
struct SearchBounds {
  let depth: Int
  /// The number of states after which it ends.
  let limit: Int
  let cores: Int
  /// How many of the first transitions are run twice; of the others, one in 64 is.
  var firstSamples = 256
  /// How many states are reached again from a new initial state.
  var replays = 64
}

/// The result of a search.
struct SearchOutcome<Finding> {
  var states = 0
  var transitions = 0
  /// The number of levels that were expanded.
  var depth = 0
  var ending = SearchEnding.closed
  var finding: (path: [Int], finding: Finding)?
  /// The lists whose last action had two results.
  var unsteady: [[Int]] = []
  var samples = 0
  /// The lists that lead elsewhere from a new initial state.
  var drifted: [[Int]] = []
  var replays = 0
}

/// Why a search ended.
enum SearchEnding: String, Sendable, Codable {
  /// Every reachable state was visited.
  case closed
  case depth, limit, canceled, finding

  func text(_ bounds: SearchBounds) -> String {
    switch self {
    case .closed: "all that is reachable"
    case .depth: "all within the depth, more beyond"
    case .limit: "stopped at the limit of \(counted(bounds.limit, "state"))"
    case .canceled: "canceled"
    case .finding: "stopped at the first finding"
    }
  }
}

extension SearchOutcome {
  /// A text on the states that were visited.
  func text(_ actionCount: Int, _ bounds: SearchBounds) -> String {
    "\(counted(actionCount, "action")), depth \(depth): \(counted(states, "state")), "
      + "\(counted(transitions, "transition")) compared, \(ending.text(bounds))"
  }

  /// The results that the same input did not determine: those of one transition that differ, and states that
  /// another way of reaching them makes different.
  func noise(_ name: (Int) -> String) -> [String] {
    func text(_ path: [Int]) -> String {
      path.isEmpty
        ? "in the initial state" : "after " + path.map(name).joined(separator: ", ")
    }
    return unsteady.map { "\(text($0)): two results of the last action from the same state" }
      + drifted.map {
        """
        \(text($0)): another result from a new initial state, so something outside of the coded \
        state takes part
        """
      }
  }
}
