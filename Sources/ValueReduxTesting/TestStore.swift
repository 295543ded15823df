public import ValueRedux
public import ValueReflection

/// A store for a test, which checks every change of its state.
///
/// ```swift
/// try await TestStore.checking(
///   initialState: Logins(), reducer: Logins.reducer,
///   middlewares: [.logins(service: StubService(["ann"]))]
/// ) { store in
///   try store.send(.refresh) { $0.isLoading = true }
///   try await store.receive(.loaded(["ann"])) {
///     $0.isLoading = false
///     $0.names = ["ann"]
///   }
/// }
/// ```
///
/// Each action, whether the test sends it or a middleware dispatches it, must change the state exactly as the test
/// expects. The test must receive each action of a middleware, in the order of the dispatches. At the end, all work of
/// the middlewares must have ended. If a condition is not met, a call of the test store throws a ``TestFailure``.
///
/// A test of one feature in a large app can set ``isExhaustive`` to false. A test that is not exhaustive checks only
/// the changes and the actions that the test names.
@MainActor
public final class TestStore<State: Sendable & Equatable, Action: Sendable>: Unreflected {
  /// The store under test.
  public let store: ValueStore<State, Action>

  /// The state after the last action that the test checked.
  ///
  /// While the test still has actions to receive, this state is older than the state of ``store``.
  public private(set) var state: State

  /// The longest time that an asynchronous method of this test store waits for running work.
  ///
  /// Each method returns as soon as the awaited event occurs, so only a failing test takes the whole time.
  public var patience = Duration.seconds(5)

  /// The actions in the order in which the store handled them, and the state after each.
  private var steps: [(action: Action, state: State)] = []
  private var checkedCount = 0

  /// Whether the test must expect every change and receive every action; true by default.
  ///
  /// If `isExhaustive` is false, the closure `changes` of a call receives the state after the action, and assigns
  /// expected values only to the parts that the test checks. The test fails if an assigned value differs from the value
  /// after the action. In this mode, the test store skips actions that the test does not receive, and
  /// ``finish(fileID:line:)`` cancels the running work.
  public var isExhaustive = true

  /// Creates a test store for a test that ends with ``finish(fileID:line:)``.
  ///
  /// A test that does not call ``finish(fileID:line:)`` does not notice actions that it did not receive, or work that
  /// still runs. ``checking(initialState:reducer:middlewares:fileID:line:_:)`` calls `finish` for the test. Use this
  /// initializer if no closure can contain the test, for example in the initializer of a suite.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - reducer: The reducer under test.
  ///   - middlewares: The middlewares under test.
  public init(
    initialState: State,
    reducer: Reducer<State, Action>,
    middlewares: [Middleware<State, Action>] = []
  ) {
    state = initialState
    store = ValueStore(initialState: initialState, reducer: reducer, middlewares: middlewares)
    _ = store.afterEachAction { [weak self] state, action in
      self?.steps.append((action, state))
      self?.store.reportProgress()
    }
  }

  /// Creates a test store, runs a test on it, and calls ``finish(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - reducer: The reducer under test.
  ///   - middlewares: The middlewares under test.
  ///   - fileID: The file of this call, which a failure names.
  ///   - line: The line of this call, which a failure names.
  ///   - body: A closure that receives the test store and runs the test.
  /// - Throws: The errors of `body`, or a ``TestFailure`` if an action was not received or work still runs.
  public static func checking(
    initialState: State,
    reducer: Reducer<State, Action>,
    middlewares: [Middleware<State, Action>] = [],
    fileID: String = #fileID,
    line: Int = #line,
    _ body: @MainActor (TestStore) async throws -> Void
  ) async throws {
    let store = TestStore(initialState: initialState, reducer: reducer, middlewares: middlewares)
    try await body(store)
    try await store.finish(fileID: fileID, line: line)
  }

  /// Dispatches an action, and checks the state after the action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of this call, which a failure names.
  ///   - line: The line of this call, which a failure names.
  ///   - change: A closure that receives the state before the action, and changes it to the state expected after the
  ///     action. Without a closure, the action must change nothing. Both hold for an exhaustive test; see
  ///     ``isExhaustive``.
  /// - Throws: The errors of `change`, or a ``TestFailure`` if the state is not the expected one, if `change` changes
  ///   nothing, or if an earlier action was not received.
  /// - Complexity: The cost of the dispatch, plus O(*n*) in the size of the state, which the call compares.
  public func send(
    _ action: Action,
    fileID: String = #fileID,
    line: Int = #line,
    changes change: ((inout State) throws -> Void)? = nil
  ) throws {
    let site = CallSite(fileID: fileID, line: line)
    try requireAllReceived(site, before: "sending \(text(of: action))")
    store.dispatch(action)
    try check(after: "sent \(text(of: action))", change, site)
  }

  /// Waits for the next action that a middleware or its work dispatches, and checks the state after the action.
  ///
  /// The call waits only while work runs that can dispatch the action, and for at most the duration ``patience``.
  ///
  /// - Parameters:
  ///   - description: The text that names the expected action in a failure.
  ///   - isExpected: A closure that returns true if an action is the expected action.
  ///   - fileID: The file of this call, which a failure names.
  ///   - line: The line of this call, which a failure names.
  ///   - change: The same kind of closure as for ``send(_:fileID:line:changes:)``.
  /// - Throws: The errors of `change`, or a ``TestFailure`` if no action arrives, if another action arrives, if the
  ///   state is not the expected one, or if `change` changes nothing.
  /// - Complexity: O(*n*) in the size of the state, which the call compares.
  public func receive(
    _ description: String,
    where isExpected: (Action) -> Bool,
    fileID: String = #fileID,
    line: Int = #line,
    changes change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let site = CallSite(fileID: fileID, line: line)
    await wait { hasReceived(isExpected) }
    if !isExhaustive { skipActions(until: isExpected) }
    guard steps.count > checkedCount else {
      let running = store.runningWork
      throw site.failure(
        .missingAction,
        "expected to receive \(description), but no action arrived; "
          + "\(running) piece(s) of work still running")
    }
    let action = steps[checkedCount].action
    guard isExpected(action) else {
      throw site.failure(
        .unexpectedAction,
        "expected \(description), received \(text(of: action))" + (try unexpectedChange(change)))
    }
    try check(after: "received \(text(of: action))", change, site)
  }

  /// Skips the dispatched actions that the test has not received.
  ///
  /// The next ``send(_:fileID:line:changes:)`` or `receive` starts from the state after the last skipped action.
  public func skipReceivedActions() {
    if let last = steps[checkedCount...].last { state = last.state }
    checkedCount = steps.count
  }

  /// Cancels the running work and awaits its end, so that the test need not receive the actions of this work.
  public func skipWorkInFlight() async {
    store.cancelAllWork()
    await wait { false }
  }

  /// Checks that the test received every action and that no work runs any more.
  ///
  /// The call waits until the work ends, for at most the duration ``patience``.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, which a failure names.
  ///   - line: The line of this call, which a failure names.
  /// - Throws: A ``TestFailure`` if a dispatched action was not received, or if work still runs.
  public func finish(fileID: String = #fileID, line: Int = #line) async throws {
    let site = CallSite(fileID: fileID, line: line)
    try requireAllReceived(site, before: "finishing")
    guard isExhaustive else { return store.cancelAllWork() }
    await wait { false }
    try requireAllReceived(site, before: "finishing")
    let running = store.runningWork
    guard running == 0 else {
      throw site.failure(
        .runningWork, "\(running) piece(s) of work still running: let them end, or cancel them")
    }
  }

  /// Waits until a condition holds, the store is settled, or ``patience`` is over.
  private func wait(until isReached: () -> Bool) async {
    var isOver = isReached() || store.isSettled
    guard !isOver else { return }
    let deadline = ContinuousClock.now + patience
    let alarm = Task { [store, patience] in
      try? await Task.sleep(for: patience)
      store.reportProgress()
    }
    defer { alarm.cancel() }
    while !isOver {
      await store.waitForProgress()
      isOver =
        isReached() || store.isSettled || Task.isCancelled || ContinuousClock.now >= deadline
    }
  }

  /// Whether a receiving step need not wait any longer.
  private func hasReceived(_ isExpected: (Action) -> Bool) -> Bool {
    let left = steps[checkedCount...]
    return isExhaustive ? !left.isEmpty : left.contains { isExpected($0.action) }
  }

  private func skipActions(until isExpected: (Action) -> Bool) {
    while checkedCount < steps.count,
      !isExpected(steps[checkedCount].action)
    {
      state = steps[checkedCount].state
      checkedCount += 1
    }
  }

  private func requireAllReceived(_ site: CallSite, before step: String) throws {
    guard isExhaustive else { return skipReceivedActions() }
    let left = steps[checkedCount...].map { "  \(text(of: $0.action))" }
    guard left.isEmpty else {
      throw site.failure(
        .unreceivedActions,
        "before \(step), receive what was dispatched:\n" + left.joined(separator: "\n"))
    }
  }

  private func check(
    after event: String, _ change: ((inout State) throws -> Void)?, _ site: CallSite
  ) throws {
    let before = state
    let actual = steps[checkedCount].state
    checkedCount += 1
    state = actual
    var expected = isExhaustive ? before : actual
    try change?(&expected)
    if isExhaustive, change != nil, expected == before {
      let differences = differenceLines(from: expected, to: actual)
      throw site.failure(
        .noExpectedChange,
        "the closure after it \(event) changes nothing: "
          + (differences.isEmpty ? "remove it" : "the action does\n" + differences))
    }
    guard expected != actual else { return }
    throw site.failure(
      .unexpectedState,
      "the state after it \(event) is not the expected one:\n"
        + differenceLines(from: expected, to: actual))
  }

  /// The differences of the state after another action than the expected one, or nothing.
  private func unexpectedChange(_ change: ((inout State) throws -> Void)?) throws -> String {
    let actual = steps[checkedCount].state
    var expected = state
    try change?(&expected)
    let differences = differenceLines(from: expected, to: actual)
    return differences.isEmpty
      ? "" : "\nand the state after it is not the expected one:\n" + differences
  }

  /// All differences, one per line, of which at most 50 are shown.
  private func differenceLines(from expected: State, to actual: State) -> String {
    let limit = 50
    let all = reflectedDifferences(
      from: expected, to: actual, limit: 10_000,
      naming: { key, path in safeText(of: key, at: path) { "\($0)" } },
      hiding: { SecretNames.usual.replacement(for: $1, at: $0) })
    let lines = all.prefix(limit).map { difference in
      "  \(difference.components.isEmpty ? "state" : difference.path): "
        + "expected \(shorteningTypeNames(in: difference.old)), "
        + "found \(shorteningTypeNames(in: difference.new))"
    }
    let more = all.count == 10_000 ? "at least " : ""
    let rest = all.count > limit ? ["  and \(more)\(all.count - limit) more differences"] : []
    return (lines + rest).joined(separator: "\n")
  }
}

extension TestStore where Action: Equatable {
  /// Waits for the next action that a middleware or its work dispatches, and checks the state after the action.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - fileID: The file of this call, which a failure names.
  ///   - line: The line of this call, which a failure names.
  ///   - change: The same kind of closure as for ``send(_:fileID:line:changes:)``.
  /// - Throws: The errors that ``receive(_:where:fileID:line:changes:)`` throws.
  public func receive(
    _ action: Action,
    fileID: String = #fileID,
    line: Int = #line,
    changes change: ((inout State) throws -> Void)? = nil
  ) async throws {
    try await receive(
      text(of: action), where: { $0 == action }, fileID: fileID, line: line, changes: change)
  }
}

/// The text of an action in a failure.
private func text(of action: Any) -> String { safeText(of: action) { "\($0)" } }

/// The text of a value with each type's name in place of its full name, strings left as they are.
///
/// `App.Screen.Row(kind: App.Screen.Kind.new)` becomes `Row(kind: Kind.new)`.
func shorteningTypeNames(in text: String) -> String {
  var result = ""
  var word = ""
  var isInString = false
  var isEscaped = false
  func flush() {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let owners = parts.dropLast()
    let areTypes = owners.allSatisfy { $0.first?.isUppercase == true }
    if areTypes, let last = parts.last, let first = last.first {
      result += first.isUppercase ? String(last) : parts.suffix(2).joined(separator: ".")
    } else {
      result += word
    }
    word = ""
  }
  for character in text {
    if isInString {
      result.append(character)
      if character == "\"", !isEscaped { isInString = false }
      isEscaped = character == "\\" && !isEscaped
    } else if character.isLetter || character.isNumber || character == "_" || character == "." {
      word.append(character)
    } else {
      flush()
      result.append(character)
      isInString = character == "\""
    }
  }
  flush()
  return result
}
