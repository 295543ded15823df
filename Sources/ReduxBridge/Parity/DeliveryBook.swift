/// Which changes each listener has still to be told of: a pure state machine.
///
/// A change is noted when its action is reduced. It is due in the first turn of the main actor that
/// begins after the burst of that action has ended: whatever is prepared for the listeners at the end of
/// a burst is there by then. A listener that was not told by the end of that turn has missed it.
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

  struct Change: Sendable {
    let index: Int
    let type: String
    let action: Action
    let stage: Stage
    /// The number of the last action of the burst; nil while it goes on.
    var burstEnd: Int?
  }

  struct Listener: Sendable {
    let slice: String
    let name: String
    let side: Side
    /// The first change that it was not told of.
    var change: Change?
    /// All changes that it was not told of, by action type.
    var untold: [String: Int] = [:]
    /// The type of the latest action, where all were compared since it was told.
    var latestType: String?
    var hasUnjudged = false
  }

  private(set) var listeners: [Int: Listener] = [:]
  private var lastID = 0
  private var isFollowed = false

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

  /// An action was compared, and both sides agree on what changed.
  mutating func note(_ change: Change, in slice: String, concerning concerned: [Int]) {
    for (id, listener) in listeners where listener.slice == slice {
      listeners[id]!.latestType = change.type
      guard concerned.contains(id) else { continue }
      if listener.change == nil { listeners[id]!.change = change }
      listeners[id]!.untold[change.type, default: 0] += 1
    }
  }

  /// An action was reduced without a comparison, or both sides disagree.
  mutating func noteUnjudged(in slice: String) {
    for id in listeners.keys where listeners[id]!.slice == slice {
      listeners[id]!.hasUnjudged = true
    }
  }

  /// A burst ended with the action of this number.
  mutating func endBurst(with index: Int) {
    for id in listeners.keys where listeners[id]!.change != nil {
      if listeners[id]!.change!.burstEnd == nil { listeners[id]!.change!.burstEnd = index }
    }
  }

  // MARK: The main actor

  /// A listener was told, and has seen all that is noted.
  mutating func told(_ id: Int) -> Outcome {
    guard let listener = listeners[id] else { return .notJudged }
    listeners[id]!.change = nil
    listeners[id]!.untold = [:]
    listeners[id]!.latestType = nil
    listeners[id]!.hasUnjudged = false
    if listener.change != nil { return .told(listener.untold) }
    guard !listener.hasUnjudged, let type = listener.latestType else {
      return .notJudged
    }
    return .wasted(type)
  }

  /// A turn ended that began after so many actions were reduced.
  ///
  /// - Returns: What was due in it and not told.
  mutating func endTurn(reduced: Int) -> [Miss] {
    var misses: [Miss] = []
    for (id, listener) in listeners.sorted(by: { $0.key < $1.key }) {
      guard let change = listener.change, let end = change.burstEnd, end <= reduced else {
        continue
      }
      misses.append(Miss(listener: listener, change: change))
      listeners[id]!.change = nil
      listeners[id]!.untold = [:]
    }
    return misses
  }
}
