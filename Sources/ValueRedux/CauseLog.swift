#if DEBUG
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #else
    internal import Musl
  #endif

  /// Which queued action caused which, to find a cycle of them in a debug build.
  @usableFromInline
  struct CauseLog<Action> {
    private let limit = 10_000
    private let reportedActions = 8
    /// How many actions in a row caused one another, up to those in hand: the queue is handled in rounds.
    private var round = 0
    /// The last of those that led to the action in hand; empty while the limit is far.
    private var current: [Action] = []
    private var queued: [[Action]] = []
    private var handled: [[Action]] = []
    private var hasReported = false

    /// Notes that the action in hand caused another one.
    mutating func willQueue(_ action: Action) {
      let isNearLimit = limit - reportedActions..<limit ~= round
      queued.append(isNearLimit ? current + [action] : [])
    }

    /// Notes that the store takes all actions from its queue.
    @usableFromInline
    mutating func beginRound() {
      round += 1
      handled = exchange(&queued, with: [])
    }

    /// Notes that the store handles one of these actions, and returns a cycle to report.
    mutating func willHandle(at index: Int) -> [Action]? {
      current = handled[index]
      guard round == limit, !hasReported else { return nil }
      hasReported = true
      return current
    }

    /// Notes that the queue is empty.
    @usableFromInline
    mutating func endRounds() {
      round = 0
      (current, handled) = ([], [])
    }
  }

  extension ValueStore {
    @usableFromInline
    func reportCycle(endingAt index: Int) {
      guard let last = core.access({ $0.causes.willHandle(at: index) }) else { return }
      let actions = last.map { "  \($0)" }.joined(separator: "\n")
      let message = """
        10,000 consecutive actions caused each other, each dispatched while the one before was \
        handled. Look for middlewares or subscribers that answer one another. The last of them, \
        in order:
        \(actions)
        The store goes on, and reports this once.
        """
      if let cycleReporter { return cycleReporter(message) }
      // Where standard error was closed, the runtime may have opened an object of its own as 2, which
      // is no file, terminal, pipe or socket.
      var status = stat()
      guard unsafe fstat(2, &status) == 0, status.st_mode & S_IFMT != 0 else { return }
      let text = "ValueStore: \(message)\n"
      _ = unsafe write(2, text, text.utf8.count)
    }
  }
#endif
