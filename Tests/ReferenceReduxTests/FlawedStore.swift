import Foundation
import ObjectGraph
import ReferenceRedux
import StoreContract

/// A plausible error in a store.
enum Flaw: String, CaseIterable {
  case reducesInsideDispatch
  case reducesTwoAtOnce
  case stopsAtTheFirstBlock
  case givesEachBlockItsOwnCopy
  case reducesOnTheReadersThread
  case postsInsideDispatch
  case postsOffMain
  case postsBeforeReducing
  case doesNotCoalesce
  case mergesStores
  case dropsTheLastNotification
  case returnsTheLiveState
  case readsWithoutWaiting
  case copiesShallowly
  case copiesThroughJSON
  case reducesNestedDispatchAtOnce
  case holdsItselfWeakly

  /// The claims of the contract that must notice it.
  var noticedBy: [LegacyStoreClaim] {
    switch self {
    case .reducesInsideDispatch: [.dispatchReturnsAtOnce, .reducesElsewhere]
    case .reducesTwoAtOnce: [.reducesSeriallyInOrder]
    case .stopsAtTheFirstBlock: [.runsEveryBlockInOrder]
    case .givesEachBlockItsOwnCopy: [.givesAllBlocksOneState]
    case .reducesOnTheReadersThread: [.reducesElsewhere]
    case .postsInsideDispatch, .postsOffMain, .postsBeforeReducing: [.notifiesAfterwardsOnMain]
    case .doesNotCoalesce: [.coalescesPerStore]
    case .mergesStores: [.coalescesPerStore]
    case .dropsTheLastNotification: [.coalescesPerStore]
    case .returnsTheLiveState: [.readsItsOwnWritesFromCopies]
    case .readsWithoutWaiting: [.readsItsOwnWritesFromCopies, .snapshotsShowThePresentState]
    case .copiesShallowly: [.readsItsOwnWritesFromCopies]
    case .copiesThroughJSON: [.snapshotsKeepTheGraph]
    case .reducesNestedDispatchAtOnce: [.nestedDispatchIsQueuedLast]
    case .holdsItselfWeakly: [.pendingActionsKeepTheStore]
    }
  }
}

/// The obvious wrong implementation: the straight one, with one flaw.
///
/// `@unchecked Sendable` is a lie where the flaw is a race: that is what the contract must notice.
final class FlawedStore: LegacyStore, @unchecked Sendable {
  private static let sharedPending = NSLock()
  nonisolated(unsafe) private static var isAnyPending = false

  private let flaw: Flaw
  private let state: LegacyState
  private let reducers: [ReduceBlock<LegacyState, LegacyAction>]
  private let queue: DispatchQueue
  private let otherQueue: DispatchQueue
  private let lock = NSRecursiveLock()
  private var backlog: [LegacyAction] = []
  private var isPending = false
  private var isReducing = false

  init(
    _ flaw: Flaw, state: sending LegacyState, reducers: [ReduceBlock<LegacyState, LegacyAction>]
  ) {
    self.flaw = flaw
    self.state = state
    self.reducers = reducers
    queue = DispatchQueue(label: "flawed")
    otherQueue = flaw == .reducesTwoAtOnce ? DispatchQueue(label: "flawed too") : queue
  }

  func dispatch(_ action: LegacyAction) {
    switch flaw {
    case .reducesInsideDispatch:
      reduce(action)
    case .reducesOnTheReadersThread:
      lock.withLock { backlog.append(action) }
    case .reducesNestedDispatchAtOnce where lock.withLock({ isReducing }):
      reducers.forEach { $0(state, action) }
    case .holdsItselfWeakly:
      queue.async { [weak self] in self?.reduce(action) }
    case .postsBeforeReducing:
      notify()
      queue.async { self.reduce(action) }
    case .reducesTwoAtOnce:
      (action.number % 2 == 0 ? queue : otherQueue).async { self.reduce(action) }
    default:
      queue.async { self.reduce(action) }
      if flaw == .postsInsideDispatch { post() }
    }
  }

  func currentState() throws -> sending LegacyState {
    if flaw == .reducesOnTheReadersThread { flush() }
    nonisolated(unsafe) let copy =
      flaw == .readsWithoutWaiting
      ? LegacyState.graph() : try queue.sync { try self.copy() }
    return copy
  }

  func flush() {
    if otherQueue !== queue { otherQueue.sync {} }
    let left = lock.withLock {
      defer { backlog = [] }
      return backlog
    }
    queue.sync { left.forEach { reduce($0) } }
  }

  func settle() async {
    flush()
    // Runs after what is already queued for the main actor: the main queue is first in, first out.
    await LegacyMainActor.turn()
  }

  private func reduce(_ action: LegacyAction) {
    lock.withLock { isReducing = true }
    for block in reducers {
      block(flaw == .givesEachBlockItsOwnCopy ? LegacyState() : state, action)
      if flaw == .stopsAtTheFirstBlock { break }
    }
    lock.withLock { isReducing = false }
    // A notification under way would keep the store, and hide that actions do not.
    if flaw != .postsBeforeReducing, flaw != .holdsItselfWeakly { notify() }
  }
}

extension FlawedStore {
  private func copy() throws -> LegacyState {
    switch flaw {
    case .returnsTheLiveState:
      return state
    case .copiesThroughJSON:
      return try JSONDecoder().decode(LegacyState.self, from: JSONEncoder().encode(state))
    case .copiesShallowly:
      let copy = LegacyState()
      copy.left = state.left
      copy.right = state.right
      copy.log = state.log
      copy.items = state.items
      copy.favorite = state.favorite
      return copy
    default:
      return try Graph.copy(state)
    }
  }

  private func notify() {
    if flaw == .postsOffMain { return post() }
    if flaw == .doesNotCoalesce { return DispatchQueue.main.async { self.post() } }
    let isFirst = Self.sharedPending.withLock {
      let wasPending = flaw == .mergesStores ? Self.isAnyPending : isPending
      isPending = true
      Self.isAnyPending = true
      return !wasPending
    }
    guard isFirst else { return }
    DispatchQueue.main.async {
      Self.sharedPending.withLock {
        Self.isAnyPending = false
        if self.flaw != .dropsTheLastNotification { self.isPending = false }
      }
      self.post()
    }
  }

  private func post() {
    NotificationCenter.default.post(name: .RDXStateDidChange, object: self)
  }
}
