/// What each listener was told since the store last came to rest: a pure state machine.
///
/// The store is at rest at the end of a turn of the main actor in which all that was reduced has been
/// told. Between two rests several changes may be told as one, and a change that is undone may not be
/// told at all. So a listener for which something is different from the last rest has to have been told
/// at least once since then; that is judged at each rest, where all actions since the last were compared.
struct DeliveryBook<Action: Sendable>: Sendable {
  /// What a listener missed.
  struct Miss: Sendable {
    let listener: Listener
    let change: Change
  }

  /// What a telling was.
  enum Outcome: Sendable {
    /// Told of changes, by action type.
    case told([String: Int])
    /// Told although nothing had changed, the latest action being of this type.
    case wasted(String)
    /// Told although it is not known whether something had changed.
    case notJudged
  }

  /// An action that changed something.
  struct Change: Sendable {
    let index: Int
    let type: String
    let action: Action
    let stage: Stage
  }

  struct Listener: Sendable {
    let slice: String
    let name: String
    let side: Side
    /// The first change since the last rest; nil when all is as it was then.
    var change: Change?
    var isTold = false
    var hasUnjudged = false
    /// The changes since it was told, by action type.
    var untold: [String: Int] = [:]
    /// The type of the latest action since it was told.
    var latestType: String?
  }

  private var listeners: [Int: Listener] = [:]
  private var lastID = 0
  private var isFollowed = false
  private var latestIndex = 0
  private var latestBurstEnd = 0

  /// How often the store came to rest.
  private(set) var rests = 0

  /// Whether somebody has to be found yet who says when bursts and turns end.
  mutating func startsFollowing() -> Bool {
    defer { isFollowed = true }
    return !isFollowed
  }

  mutating func add(_ listener: Listener) -> Int {
    lastID += 1
    listeners[lastID] = listener
    return lastID
  }

  mutating func remove(_ id: Int) {
    listeners[id] = nil
  }

  // MARK: The executor

  /// An action was compared, and both sides agree on what it changed.
  mutating func note(_ action: Change, changes: [Int: (now: Bool, sinceRest: Bool)]) {
    latestIndex = action.index
    for (id, change) in changes where listeners[id] != nil {
      listeners[id]!.latestType = action.type
      if change.now { listeners[id]!.untold[action.type, default: 0] += 1 }
      if !change.sinceRest {
        listeners[id]!.change = nil
      } else if listeners[id]!.change == nil {
        listeners[id]!.change = action
      }
    }
  }

  /// An action was reduced without a comparison, or both sides disagree.
  mutating func noteUnjudged(_ index: Int, in slice: String) {
    latestIndex = index
    for id in listeners.keys where listeners[id]!.slice == slice {
      listeners[id]!.hasUnjudged = true
    }
  }

  /// A burst ended with the action of this number: what it prepares for the listeners is there.
  mutating func endBurst(with index: Int) {
    latestBurstEnd = index
  }

  // MARK: The main actor

  /// A listener was told.
  mutating func told(_ id: Int) -> Outcome {
    guard let listener = listeners[id] else { return .notJudged }
    listeners[id]!.isTold = true
    listeners[id]!.untold = [:]
    listeners[id]!.latestType = nil
    if !listener.untold.isEmpty { return .told(listener.untold) }
    guard !listener.hasUnjudged, let type = listener.latestType else { return .notJudged }
    return .wasted(type)
  }

  /// A turn ended that began after so many actions were reduced.
  ///
  /// - Returns: What was not told, when the store is at rest.
  mutating func endTurn(reduced: Int) -> [Miss] {
    guard latestIndex <= min(reduced, latestBurstEnd) else { return [] }
    rests += 1
    var misses: [Miss] = []
    for (id, listener) in listeners.sorted(by: { $0.key < $1.key }) {
      if let change = listener.change, !listener.isTold, !listener.hasUnjudged {
        misses.append(Miss(listener: listener, change: change))
      }
      listeners[id]!.change = nil
      listeners[id]!.isTold = false
      listeners[id]!.hasUnjudged = false
      listeners[id]!.untold = [:]
    }
    return misses
  }
}
