import ReferenceRedux

extension MigrationStore {
  /// Takes a listener of a slice into the comparison: it must be told of each change.
  ///
  /// ```swift
  /// let probe = store.addListener("LoginPresenter", on: .legacy, of: logins)
  /// center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
  ///   MainActor.assumeIsolated {
  ///     probe.told()
  ///     presenter.reload()
  ///   }
  /// }
  /// ```
  ///
  /// Each change on which both sides agree has to reach each listener at least once, by the time at which
  /// the store comes to rest: at the end of a turn of the main actor in which all that was reduced has
  /// been told. Several changes may be told as one, and one that is undone before need not be told. A
  /// listener that was not told is a mismatch with the subject ``Mismatch/Subject/delivery``. One may be
  /// told more often; how often it was told for nothing is counted in the ledger, not compared: the old
  /// notification comes after every action.
  ///
  /// - Parameters:
  ///   - name: The listener's name, of which there is one in a slice; its path is `listeners.` and this.
  ///   - side: The side that tells it: `legacy` for an observer of the notification, `value` for a
  ///     subscription.
  ///   - slice: The slice that it listens to.
  /// - Returns: The probe that the listener calls.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func addListener<Value>(
    _ name: String, on side: Side, of slice: StateSlice<State, Action, Value>
  ) -> ListenerProbe {
    addListener(name, on: side, of: slice, selecting: { $0 })
  }

  /// Takes a listener of a part of a slice into the comparison: it must be told of each change there.
  ///
  /// ```swift
  /// let probe = store.addListener("toggle", on: .value, of: theme, selecting: \.isManual)
  /// let token = facade.values.subscribe(\.isManual) {
  ///   probe.told()
  ///   toggle.isOn = $0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The listener's name, of which there is one in a slice; its path is `listeners.` and this.
  ///   - side: The side that tells it.
  ///   - slice: The slice that it listens to.
  ///   - select: The part that it listens to; called on the executor of the store, and must not use
  ///     the store.
  /// - Returns: The probe that the listener calls.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func addListener<Value, Part: Equatable & SendableMetatype>(
    _ name: String, on side: Side, of slice: StateSlice<State, Action, Value>,
    selecting select: @escaping @Sendable (Value) -> Part
  ) -> ListenerProbe {
    followDeliveries()
    let (recorder, listeners) = (recorder, coordinator.listeners(of: slice))
    let listener = DeliveryBook<Action>.Listener(slice: slice.name, name: name, side: side)
    let id = recorder.deliveries.withLock { $0.add(listener) }
    listeners.add(id, differs: { select($0) != select($1) })
    return ListenerProbe(
      name,
      onTold: {
        let outcome = recorder.deliveries.withLock { $0.told(id) }
        recorder.record(outcome, of: listener)
      },
      end: {
        listeners.remove(id)
        recorder.deliveries.withLock { $0.remove(id) }
      })
  }

  /// Hears when bursts and turns end, from the first listener on.
  private func followDeliveries() {
    guard recorder.deliveries.withLock({ $0.startsFollowing() }) else { return }
    let (recorder, index) = (recorder, coordinator.index)
    _ = afterBurst { _ in
      recorder.deliveries.withLock { $0.endBurst(with: index.value) }
    }
    afterPost { change in
      let misses = recorder.deliveries.withLock { $0.endTurn(reduced: change.actionsReduced) }
      for miss in misses { recorder.record(miss) }
    }
  }
}

/// Stands for one listener in the comparison of deliveries: the listener says when it is told.
///
/// Made by ``MigrationStore/addListener(_:on:of:)``. The probe lives as long as the listener does; a
/// listener whose probe is gone is not missed.
///
/// ## Thread safety
/// Confined to the main actor, where listeners are told.
@MainActor
public final class ListenerProbe {
  /// The listener's name.
  public let name: String

  private let onTold: @MainActor () -> Void
  private nonisolated let end: @Sendable () -> Void

  init(_ name: String, onTold: @escaping @MainActor () -> Void, end: @escaping @Sendable () -> Void)
  {
    self.name = name
    self.onTold = onTold
    self.end = end
  }

  deinit { end() }

  /// Says that the listener is being told; call it where the listener receives its news.
  public func told() {
    onTold()
  }
}

/// The listeners of one slice, asked after each compared action what has changed for them.
final class Listeners<Value: Sendable>: Sendable {
  /// What a listener sees of the slice; made for the type of its part.
  struct Interest: Sendable {
    /// Whether two values differ for the listener.
    let differs: @Sendable (_ one: Value, _ other: Value) -> Bool
    /// The value when the store last came to rest; nil until something changes after that.
    var base: Value?
    /// The rest to which `base` belongs.
    var rest = 0
  }

  private let interests = Locked<[Int: Interest]>([:])

  var isEmpty: Bool { interests.withLock { $0.isEmpty } }

  func add(_ id: Int, differs: @escaping @Sendable (Value, Value) -> Bool) {
    interests.withLock { $0[id] = Interest(differs: differs) }
  }

  func remove(_ id: Int) {
    interests.withLock { $0[id] = nil }
  }

  /// What an action changed for each listener: by itself, and since the store last came to rest.
  func changes(
    from before: Value, to after: Value, sinceRest rest: Int
  ) -> [Int: (now: Bool, sinceRest: Bool)] {
    interests.withLock { interests in
      for (id, interest) in interests where interest.base == nil || interest.rest != rest {
        interests[id]!.base = before
        interests[id]!.rest = rest
      }
      return interests.mapValues { interest in
        (interest.differs(before, after), interest.differs(interest.base ?? before, after))
      }
    }
  }
}

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
