import ReferenceRedux
import ValueRedux
import ValueReflection

extension Migrating {
  /// Adds a listener of a slice to the comparison: the store then expects that each change reaches the listener.
  ///
  /// ```swift
  /// let probe = store.addListener(
  ///   "LoginPresenter", on: .legacy, of: logins, selecting: \.isSignedIn)
  /// center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
  ///   MainActor.assumeIsolated {
  ///     probe.didReceive()
  ///     presenter.reload()
  ///   }
  /// }
  /// ```
  ///
  /// Each change on which both sides agree must reach each listener at least once before the store comes to rest. The
  /// store comes to rest at the end of a turn of the main actor if it has then sent the notifications of all actions
  /// reduced so far. One notification may cover several changes. A change that is undone before the store comes to rest
  /// needs no notification. In one turn, the class store's notification must not reach a listener twice, and a
  /// subscription must not call its listener more often than there are changes. A missing or repeated notification is a
  /// mismatch with the subject ``Mismatch/Subject/delivery``. A notification without a change is no mismatch, because a
  /// class store posts its notification after every action.
  ///
  /// - Parameters:
  ///   - name: The name of the listener, unique in the slice; its mismatches have the path `listeners.` plus this name.
  ///   - side: The side that notifies the listener: `legacy` for an observer of the notification,
  ///     `value` for a subscription.
  ///   - slice: The slice that the listener observes.
  ///   - select: Reads the part of the value that the listener observes (`\.self` for the whole value). The closure
  ///     runs on the executor of the store, and must not use the store.
  /// - Returns: The probe that the listener calls.
  /// - Precondition: The slice belongs to this store; otherwise, the process ends with a message.
  @MainActor
  public func addListener<Value, Part: Equatable & SendableMetatype>(
    _ name: String, on side: Side, of slice: StateSlice<State, Action, Value>,
    selecting select: @escaping @Sendable (Value) -> Part
  ) -> ListenerProbe {
    let recorder = migration.recorder
    let slice = migration.coordinator.runtime(of: slice).name
    let listener = DeliveryJudge.Listener(slice: slice, name: name, side: side)
    let id = recorder.deliveries.withLock { $0.add(listener) }
    if id == 1 { observeRests() }
    let base = Locked<(value: Value, rests: Int)?>(nil)
    let remove = recorder.listeners.add { change in
      if change.slice == slice { change.note(for: id, since: base) { select($0) != select($1) } }
    }
    return ListenerProbe(
      onReceive: {
        let changes = recorder.deliveries.withLock { $0.didReceive(id) }
        recorder.record(changes, of: listener)
      },
      onEnd: {
        remove()
        // Released outside of the lock, since it may own an action.
        let removed = recorder.deliveries.withLock { $0.remove(id) }
        withExtendedLifetime(removed) {}
      })
  }

  /// Observes the ends of bursts and turns, from the first listener on.
  @MainActor private func observeRests() {
    let (recorder, number) = (migration.recorder, migration.coordinator.number)
    let store = migration.store
    let removal = store.afterBurst({ true }) { _ in
      recorder.deliveries.withLock { $0.endBurst(with: Int(number.value.rawValue)) }
    }
    store.aroundTurns({
      // The hook stays as long as the store.
      withExtendedLifetime(removal) { recorder.deliveries.withLock { $0.beginTurn() } }
    }) { change in
      let faults = recorder.deliveries.withLock { $0.endTurn(reduced: change.actionsReduced) }
      for fault in faults { recorder.record(fault) }
    }
  }
}

/// A probe for one listener in the comparison: the listener reports each notification to the probe.
///
/// ``Migrating/addListener(_:on:of:selecting:)`` creates the probe. Keep the probe as long as the
/// listener lives; the comparison ignores a listener whose probe was released.
@MainActor
public final class ListenerProbe {
  private let onReceive: @MainActor () -> Void
  private nonisolated let onEnd: @Sendable () -> Void

  init(onReceive: @escaping @MainActor () -> Void, onEnd: @escaping @Sendable () -> Void) {
    self.onReceive = onReceive
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  /// Reports that the listener receives a notification; call this method where the listener handles notifications.
  public func didReceive() {
    onReceive()
  }
}

/// Judges whether each listener was notified, as a pure state machine.
///
/// The store is at rest at the end of a turn of the main actor in which it delivered all that was reduced. Between two
/// rests one notification may cover several changes, and a change that is undone needs none. A listener that sees a
/// difference from the last rest must therefore have been notified at least once since then. The judge decides that at
/// each rest, provided that every action since the last rest was compared.
struct DeliveryJudge: Sendable {
  /// A change of which a listener was not notified, or was notified too often.
  struct Fault: Sendable {
    let listener: Listener
    let action: ComparedAction
    /// How often the listener was notified of what the action changed.
    let times: Int

    var difference: FoundDifference {
      let received = times == 0 ? "not notified" : "notified \(times) times"
      let expected = times == 0 ? "changed" : "changed once"
      return FoundDifference(
        .delivery, at: "listeners.\(DifferencePath.component(listener.name))",
        legacy: listener.side == .legacy ? received : expected,
        value: listener.side == .value ? received : expected)
    }
  }

  struct Listener: Sendable {
    let slice: String
    let name: String
    let side: Side
    /// The first change since the last rest; nil when nothing differs from then.
    private var change: ComparedAction?
    private var wasNotified = false
    fileprivate var hasUnjudged = false
    /// The changes since the last notification, by action type.
    private var pending: [String: Int] = [:]
    /// The first of these changes.
    private var firstPending: ComparedAction?
    /// The notifications in the present turn: their number, the changes that they cover, and the first of
    /// these changes.
    private var turn: (count: Int, changes: Int, first: ComparedAction?) = (0, 0, nil)

    init(slice: String, name: String, side: Side) {
      (self.slice, self.name, self.side) = (slice, name, side)
    }

    mutating func note(_ action: ComparedAction, now: Bool, sinceRest: Bool) {
      if now {
        pending[action.type, default: 0] += 1
        firstPending = firstPending ?? action
      }
      change = sinceRest ? change ?? action : nil
    }

    /// Notes a notification, and returns the changes that it covers, counted by action type.
    mutating func didReceive(inTurn: Bool) -> [String: Int] {
      defer {
        // A call outside of a turn and before any change, such as the first one of a subscription, covers
        // no change. One in a turn may cover a change that an action reduced since then has undone.
        wasNotified = wasNotified || inTurn || change != nil
        (pending, firstPending) = ([:], nil)
      }
      if inTurn {
        turn.count += 1
        turn.changes += pending.values.reduce(0, +)
        turn.first = turn.first ?? firstPending
      }
      return pending
    }

    /// Ends a turn, and returns the change of which the listener was notified too often, and how often.
    mutating func endTurn() -> (change: ComparedAction, times: Int)? {
      defer { turn = (0, 0, nil) }
      let allowed = side == .legacy ? 1 : turn.changes
      guard !hasUnjudged, let first = turn.first, turn.count > allowed else { return nil }
      return (first, turn.count - allowed + 1)
    }

    /// Begins anew at a rest, and returns the change of which the listener was not notified.
    mutating func rest() -> ComparedAction? {
      defer {
        (change, wasNotified, hasUnjudged) = (nil, false, false)
        (pending, firstPending) = ([:], nil)
      }
      return wasNotified || hasUnjudged ? nil : change
    }
  }

  private(set) var listeners: [Int: Listener] = [:]
  private var lastID = 0
  private var latestIndex = 0
  private var latestBurstEnd = 0
  private var isInTurn = false

  /// How often the store came to rest.
  private(set) var rests = 0

  /// Adds a listener, and returns its id: 1, 2 and so on.
  mutating func add(_ listener: Listener) -> Int {
    lastID += 1
    listeners[lastID] = listener
    return lastID
  }

  /// Returns what it removed, so that the caller releases it outside of the lock.
  mutating func remove(_ id: Int) -> Listener? {
    listeners.removeValue(forKey: id)
  }

  // MARK: The executor

  /// Notes an action that was compared, when both sides agree on what it changed.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - changes: Its changes for the listeners, by itself and since the store came to rest.
  ///   - rests: How often the store had come to rest when the changes were found.
  /// - Returns: Whether it still is so; otherwise the caller finds them again.
  mutating func note(
    _ action: ComparedAction, changes: [(id: Int, now: Bool, sinceRest: Bool)], sinceRest rests: Int
  ) -> Bool {
    guard rests == self.rests else { return false }
    latestIndex = action.index
    for change in changes {
      listeners[change.id]?.note(action, now: change.now, sinceRest: change.sinceRest)
    }
    return true
  }

  /// Notes an action that was not compared, or on which both sides disagree.
  mutating func noteUnjudged(_ index: Int, in slice: String) {
    latestIndex = index
    for (id, listener) in listeners where listener.slice == slice {
      listeners[id]?.hasUnjudged = true
    }
  }

  /// Notes the end of a burst: what it prepared for the listeners is available.
  ///
  /// - Parameter index: The number of the last action of the burst.
  mutating func endBurst(with index: Int) {
    latestBurstEnd = index
  }

  // MARK: The main actor

  /// Notes that a listener received a notification, and returns the changes that it covers.
  mutating func didReceive(_ id: Int) -> [String: Int] {
    listeners[id]?.didReceive(inTurn: isInTurn) ?? [:]
  }

  /// Notes the begin of a turn, in which the store notifies its listeners.
  mutating func beginTurn() {
    isInTurn = true
  }

  /// Notes the end of a turn.
  ///
  /// - Parameter reduced: The number of actions reduced before the turn began.
  /// - Returns: The changes that listeners received too often, and, when the store is at rest, those they missed.
  mutating func endTurn(reduced: Int) -> [Fault] {
    isInTurn = false
    let ids = listeners.keys.sorted()
    let repeated = ids.compactMap { id in
      listeners[id]?.endTurn().flatMap { found in
        listeners[id].map { Fault(listener: $0, action: found.change, times: found.times) }
      }
    }
    guard latestIndex <= min(reduced, latestBurstEnd) else { return repeated }
    rests += 1
    return repeated
      + ids.compactMap { id in
        guard let listener = listeners[id], let change = listeners[id]?.rest() else { return nil }
        return Fault(listener: listener, action: change, times: 0)
      }
  }
}

/// A change of a slice on which both sides agree, and what it is for the listeners.
///
/// `@unchecked Sendable` because it is confined to the executor of the store.
final class ListenedChange: @unchecked Sendable {
  let slice: String
  private let before: any Sendable
  private let after: any Sendable
  /// How often the store had come to rest.
  let rests: Int
  /// The change for each listener: by itself, and since the store last came to rest.
  private(set) var found: [(id: Int, now: Bool, sinceRest: Bool)] = []

  init(of slice: String, from before: any Sendable, to after: any Sendable, rests: Int) {
    (self.slice, self.before, self.after, self.rests) = (slice, before, after, rests)
  }

  /// Notes what the change is for a listener, which compares with the value at the latest rest.
  func note<Value: Sendable>(
    for id: Int, since base: Locked<(value: Value, rests: Int)?>,
    where differs: (Value, Value) -> Bool
  ) {
    guard let before = before as? Value, let after = after as? Value else { return }
    let start = base.withLock { base in
      if base?.rests != rests { base = (before, rests) }
      return base?.value ?? before
    }
    found.append((id, differs(before, after), differs(start, after)))
  }
}
