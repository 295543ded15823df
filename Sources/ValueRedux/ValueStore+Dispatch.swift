#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#else
  internal import Musl
#endif

extension ValueStore {
  /// Handles an action, and then the actions that middlewares and subscribers dispatch meanwhile.
  ///
  /// If a middleware or a subscriber makes the call, the store is busy: the call appends the action to a
  /// queue and returns, and the outermost call handles the action. Off the main actor, call this method
  /// with `await`, or call ``enqueue(_:)``.
  ///
  /// - Parameter action: The action.
  /// - Precondition: The reducer of the store does not make the call; otherwise the process ends with a fatal error.
  /// - Complexity: For each action, the cost of the reducer and the middlewares, plus O(*n*) in the number of
  ///   subscriptions, each of which selects and compares its value once.
  @inlinable
  public func dispatch(_ action: Action) {
    guard core.access({ $0.phase }) == .idle else { return dispatchLater(action) }
    handle(action)
    if core.access({ $0.hasLeftovers }) { handleLeftovers() }
    core.access { $0.phase = .idle }
  }

  /// Handles one action completely; the phase is `delivering` afterwards.
  @inlinable
  func handle(_ action: Action) {
    let hasSteps = core.access {
      $0.number.rawValue &+= 1
      return $0.hasSteps
    }
    if hasSteps { handleInSteps(action) } else { reduce(action) }
  }

  @inlinable
  func reduce(_ action: Action) {
    let number = core.access {
      $0.phase = .reducing
      return $0.number
    }
    // Not through a closure over the place: it copies the action byte by byte, a dispatch in 2.5 times the time.
    unsafe reducer.body(&place.place.pointee, action, number)
    core.access { $0.phase = .delivering }
  }

  /// Handles an action that passes more than the reducer.
  @inlinable
  func handleInSteps(_ action: Action) {
    // A hook that a selector adds from here on runs from the next action on.
    let middlewares = core.access { $0.middlewares.entries }
    if core.access({ !$0.preparations.isEmpty }) { prepare(for: action) }
    reduce(action)
    // A subscription that is made from here on receives the new state when it is made.
    let count = core.access { $0.subscriptions.entries.count }
    if count > 0 || !middlewares.isEmpty {
      deliver(action, to: middlewares, andFirst: count)
    }
  }

  /// Shows the state before an action to the middlewares that compare it with the one after.
  @usableFromInline
  func prepare(for action: Action) {
    core.access { $0.phase = .delivering }
    for prepare in core.access({ $0.preparations }) { prepare.run(place.lent, action) }
  }

  @usableFromInline
  func dispatchLater(_ action: Action) {
    requireReadable()
    core.access {
      $0.queue.append(action)
      $0.lastQueued = max($0.lastQueued, $0.number.rawValue) &+ 1
      $0.hasLeftovers = true
    }
  }

  /// Handles the queued actions and removes the ended subscriptions.
  @inlinable
  func handleLeftovers() {
    while core.access({ $0.hasLeftovers }) {
      core.access { $0.hasLeftovers = false }
      handleQueue()
      removeEndedSubscriptions()
    }
    if core.access({ exchange(&$0.isAwaited, with: false) }) { work.resumeWaiters() }
  }

  /// Handles the queued actions, and those that are queued meanwhile, in order.
  @inlinable
  func handleQueue() {
    var actions: [Action] = []
    #if DEBUG
      // Each round handles what the one before caused.
      var (rounds, firstOnes) = (0, [Action]())
    #endif
    while core.access({ !$0.queue.isEmpty }) {
      core.access { swap(&actions, &$0.queue) }
      #if DEBUG
        rounds += 1
        if 9_993...10_000 ~= rounds { firstOnes.append(actions[0]) }
        if rounds == 10_000 { reportCycle(endingWith: firstOnes) }
      #endif
      var index = 0
      while index < actions.count {
        handle(actions[index])
        index += 1
      }
      // An action may own what dispatches when it is released: these are not in the queue. An
      // endless chain of actions reuses the storage of both.
      actions.removeAll(keepingCapacity: actions.capacity <= 64)
    }
  }

  /// Runs a body in which dispatches wait, and handles them afterwards.
  @inlinable
  package func whileBusy<Result>(_ body: () -> Result) -> Result {
    guard core.access({ $0.phase }) == .idle else { return body() }
    core.access { $0.phase = .delivering }
    let result = body()
    if core.access({ $0.hasLeftovers }) { handleLeftovers() }
    core.access { $0.phase = .idle }
    return result
  }

  #if DEBUG
    /// Reports on standard error, once, that actions caused each other 10,000 times in a row.
    @usableFromInline
    func reportCycle(endingWith last: [Action]) {
      // Where standard error was closed, the runtime may have opened an object of its own as 2, which
      // is no file, terminal, pipe or socket.
      var status = stat()
      guard core.access({ !exchange(&$0.hasReportedCycle, with: true) }),
        unsafe fstat(2, &status) == 0, status.st_mode & S_IFMT != 0
      else { return }
      let names = last.map { "\($0)" }.joined(separator: ", ")
      let text = """
        ValueStore: 10,000 consecutive actions caused each other, each dispatched while the one before was handled. \
        Look for middlewares or subscribers that answer one another. The last of them: \(names). The store goes on, \
        and reports this once.

        """
      _ = unsafe write(2, text, text.utf8.count)
    }
  #endif
}
