public import Foundation
public import ReduxBridge
public import ReferenceRedux

/// A check of a migration, or of one slice, for a test.
///
/// ```swift
/// let check = ParityCheck(AppStore.entries, replacing: AppReducers.all) { AppState.sample() }
/// let report = try check.run(.random(seed: 7) { DraftedActions.next(&$0) })
/// #expect(report.passed, "\(report)")
/// ```
///
/// One check finds differences between both sides, in values, effects, signals and windows. The same check finds places
/// that a block writes or reads outside of its slice, changes that no slice reads, violated laws of projections, blocks
/// that the entries list twice or not in their old order, and fields that no action changes. With ``CheckEffort/full``,
/// the check also runs the actions at every stage, and looks for noise: differences between two runs of one side.
///
/// Both sides run as at `Stage.shadow`: each action starts from the same state on both sides, and the result of
/// the old side is the next state. The check compares effects, and never performs them.
///
/// If a model is isolated to the main actor, `initialState` must make the state in `MainActor.assumeIsolated`, and the
/// test must run the check on the main actor. On another thread, a check of such a model ends the process.
public struct ParityCheck<State: AnyObject & Codable, Action: Sendable>: Sendable {
  let entries: [MigrationEntry<State, Action>]
  let original: [ReduceBlock<State, Action>]?
  let options: ParityOptions<Action>
  /// How often a running store compares, which a run at a stage follows.
  let sampling: ParityOptions<Action>.Sampling
  let makeState: @Sendable () throws -> State
  /// Whether there is no other side: then recordings alone can be run.
  var isReducerAlone = false
  private(set) var judgedSlice: String?
  private(set) var exceptions: [CheckException] = []
  private(set) var claims: [(text: String, holds: @Sendable (State) -> Bool)] = []
  private(set) var values: [(slice: String, values: [any Sendable])] = []
  private(set) var posts: PostSelection?
  private(set) var handover: (any HandingOver<State, Action>)?
  private(set) var places: ProcessPlaces?

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - entries: The entries of the store.
  ///   - original: The blocks of the old store in their order, which the entries must keep; nil for no such check.
  ///   - parity: The options, such as the redactor. A check ignores `sampling`, and compares every action.
  ///   - initialState: A closure that makes the initial state. Each call must return new, equal objects, with elements
  ///     in every collection: only then can the check find a block that changes the objects of another slice.
  public init(
    _ entries: [MigrationEntry<State, Action>],
    replacing original: [ReduceBlock<State, Action>]? = nil,
    parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) {
    (self.entries, self.original) = (entries, original)
    (options, sampling, makeState) = (parity.forChecks(), parity.sampling, initialState)
  }

  // MARK: Judged slices

  /// Returns this check, restricted to one slice: all blocks run, but the report has only findings about the slice.
  ///
  /// - Parameter slice: A slice of the entries. For another slice, the process ends with a message.
  /// - Returns: A copy of this check.
  public func judging<Value>(_ slice: StateSlice<State, Action, Value>) -> ParityCheck {
    let names = sliceNames
    guard names.contains(slice.name) else {
      fatalError(
        "There is no slice named \"\(slice.name)\" in the entries of the check; they have "
          + "\(names.joined(separator: ", ")).")
    }
    return with { $0.judgedSlice = slice.name }
  }

  /// Returns this check with an exception; a check fails if one of its exceptions never applies.
  ///
  /// - Parameters:
  ///   - path: A path in a slice, such as `library.items.*.openedAt`, or a coding path in the state: the check excuses
  ///     findings at and below the path. If `path` is the name of a slice, no action needs to change the slice; if it
  ///     is a type of action, these actions may change nothing. If it is `Type.property`, copies of the state need not
  ///     contain the property, and a search of every state ignores it.
  ///   - actionType: The type of action after which the exception applies; nil means every type.
  ///   - reason: The reason why the exception is acceptable.
  /// - Returns: A copy of this check.
  public func allowing(
    _ path: String, on actionType: String? = nil, because reason: String
  ) -> ParityCheck {
    with {
      $0.exceptions.append(CheckException(path: path, actionType: actionType, reason: reason))
    }
  }

  /// Returns this check with a claim that the state of the old side must meet after each action.
  ///
  /// - Parameters:
  ///   - claim: The claim in words, for the report.
  ///   - holds: A closure that returns whether a state meets the claim.
  /// - Returns: A copy of this check.
  public func always(
    _ claim: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> ParityCheck {
    with { $0.claims.append((claim, holds)) }
  }

  /// Returns this check with values that the check writes and reads back by the projection of a slice.
  ///
  /// - Parameters:
  ///   - values: Values that differ from each other and from the initial value, without empty collections or nil.
  ///   - slice: The slice whose projection writes and reads these values.
  /// - Returns: A copy of this check.
  public func trying<Value>(
    _ values: [Value], of slice: StateSlice<State, Action, Value>
  ) -> ParityCheck {
    with { $0.values.append((slice.name, values)) }
  }

  /// Returns this check with the requirement that the model posts the same notifications at every stage.
  ///
  /// The check runs the actions at each stage of the slices, and while the slices move between stages. It compares the
  /// notifications that the thread of the check posts to the default center while an action is reduced: their names,
  /// senders, and selected values of `userInfo`. The check ignores notifications that other threads post, or that are
  /// posted after the action. The report names a sender by its path in the state after the action, or before the action
  /// if the action removes the sender.
  ///
  /// - Parameters:
  ///   - names: The names of the notifications to compare.
  ///   - keys: The keys of `userInfo` whose values are compared.
  ///   - key: A closure that returns a name for an object whose path varies, such as one in a set, or nil for the path.
  /// - Returns: A copy of this check.
  public func posting(
    _ names: [Notification.Name], userInfo keys: [String] = [],
    key: @escaping @Sendable (AnyObject) -> String? = { _ in nil }
  ) -> ParityCheck {
    with { $0.posts = PostSelection(names: names, userInfoKeys: keys, key: key) }
  }

  /// Returns this check with the requirement that a value store reaches the same states as the migrated slices.
  ///
  /// The handover, the last step of a migration, changes where and when actions are reduced. A class store reduces an
  /// action off the main actor, after `dispatch` returns; a value store reduces the action on the main actor, before
  /// `dispatch` returns. The check runs the actions with all slices migrated. In a first run, a value store takes over
  /// before the first action, and in a second run, in the middle of the actions. After each action from then on, the
  /// check compares the state of the value store with the values of the slices. The check must run on the main actor. A
  /// check with the effort `sides`, or of a recording or a trace, cannot test the handover, and fails.
  ///
  /// - Parameters:
  ///   - makeStore: A closure that makes the value store with the state to take over.
  ///   - assemble: A closure that makes the whole state from the values of the slices, as for `Migrating.collect(_:)`.
  /// - Returns: A copy of this check.
  public func handingOver<Store: ValueStateStore>(
    to makeStore: @escaping @MainActor @Sendable (Store.State) -> Store,
    _ assemble: @escaping @Sendable (SliceValues<State, Action>) -> Store.State
  ) -> ParityCheck where Store.State: Equatable, Store.Action == Action {
    with { $0.handover = Handover<State, Store>(makeStore: makeStore, assemble: assemble) }
  }

  /// Returns a check that repeats this check with each combination of the given locales and time zones.
  ///
  /// If only one side formats or parses by the locale or the time zone of the process, both sides may agree on your
  /// machine, and differ for some users. A run sets `NSTimeZone.default`, which belongs to the whole process, so put
  /// the test into a `.serialized` suite. A process cannot change its own `Locale.current` and `TimeZone.current`: let
  /// the code under test read both from your own variables, and set these variables in `apply`.
  ///
  /// - Parameters:
  ///   - locales: The locales. Include one with a decimal comma, and Turkish, which has a dotless `ı`.
  ///   - timeZones: The time zones. Include one on each side of the date line, and one whose offset has a half hour.
  ///   - apply: A closure that sets the locale and the time zone that the code under test reads. After all runs, the
  ///     check calls `apply` with those of the process.
  /// - Returns: A copy of this check.
  public func under(
    _ locales: [Locale], _ timeZones: [TimeZone],
    setting apply: @escaping @Sendable (Locale, TimeZone) -> Void = { _, _ in }
  ) -> ParityCheck {
    with { $0.places = ProcessPlaces(locales: locales, timeZones: timeZones, apply: apply) }
  }

  // MARK: Running

  /// Runs the check.
  ///
  /// The check fails if there are findings, or if an exception never applies. Except for a recording or a trace, it
  /// also fails if a rule never applies, or if no action changes a field of a slice. The redactor of the parity options
  /// masks secrets in the texts of the report.
  ///
  /// - Parameters:
  ///   - source: The source of the actions.
  ///   - effort: The effort, which decides which faults the check looks for.
  /// - Returns: The findings, and the counts of comparisons.
  /// - Throws: Errors of making, encoding, copying or comparing a state. For a recording that cannot be read or
  ///   replayed, the call throws a ``SessionError``, or an error that names the file.
  /// - Complexity: For *b* blocks and *s* slices, O(*b* · *s*) copies of the state for each of the first 200 actions,
  ///   or 1,000 with full effort, and two reads of each slice for each further action. A search of every state also
  ///   needs a copy and a fingerprint of the state for each action in each state.
  public func run(
    _ source: ActionSource<Action>, effort: CheckEffort = .quick
  ) throws -> ParityReport<Action> {
    guard let places else { return try CheckRun(self, source, effort).report() }
    return try places.report(of: options) { try CheckRun(self, source, effort).report() }
  }

  // MARK: The entries

  /// The names of the slices of the entries.
  var sliceNames: [String] { listed.map(\.name) }

  private var listed: [ListedSlice<State, Action>] {
    entries.compactMap { if case .slice(let slice) = $0.content { slice } else { nil } }
  }

  /// The slices that others read and the entries do not have, each behind those that it reads itself.
  var missing: [(read: ListedSlice<State, Action>, by: String)] {
    var names = Set(sliceNames)
    return listed.flatMap { slice in
      slice.allReads.filter { names.insert($0.name).inserted }.map { ($0, slice.name) }
    }
  }

  /// The entries, after the slices that they lack.
  var completed: [MigrationEntry<State, Action>] {
    missing.map { MigrationEntry(content: .slice($0.read)) } + entries
  }

  /// The blocks of each entry, with their names, in order.
  var blocks: [[ListedBlock<State, Action>]] {
    var (slices, counts) = (0, [String: Int]())
    return completed.map { entry in
      var (owner, name, blocks) = (Int?.none, "unclaimed", [ReduceBlock<State, Action>]())
      switch entry.content {
      case .blocks(let listed): blocks = listed
      case .slice(let slice):
        (owner, name, blocks) = (slices, slice.name, slice.legacy)
        slices += 1
      }
      return blocks.map { block in
        defer { counts[name, default: 0] += 1 }
        return ListedBlock(
          owner: owner, ownerName: name, name: "\(name).\(counts[name] ?? 0)", reduce: block)
      }
    }
  }

  var footprints: [FootprintSlice<State>] {
    completed.compactMap { if case .slice(let slice) = $0.content { slice.footprint } else { nil } }
  }

  /// The options that need a list of actions beside the comparison of both sides.
  var demands: [String] {
    [(values.isEmpty, "trying"), (posts == nil, "posting"), (handover == nil, "handingOver")]
      .filter { !$0.0 }.map(\.1)
  }

  private func with(_ change: (inout ParityCheck) -> Void) -> ParityCheck {
    var check = self
    change(&check)
    return check
  }
}

/// A reduce block, and its place in the entries of a check.
struct ListedBlock<State, Action> {
  /// The slice that lists it, by its position among the slices; nil for an unclaimed block.
  let owner: Int?
  let ownerName: String
  /// The name of the slice and the position of the block in it, such as `cart.0`.
  let name: String
  let reduce: ReduceBlock<State, Action>
}

/// The effort of a check, which decides which faults the check looks for.
public enum CheckEffort: Sendable {
  /// The effort for a test that runs many checks: only the comparison of both sides, without a counterexample.
  case sides
  /// The effort for tests that run with every build: also the footprints, the laws and a counterexample.
  case quick
  /// The effort for CI: more actions and payloads than `quick`, a run at every stage, and a search for noise.
  case full
}

/// The locales and time zones of a check.
struct ProcessPlaces: Sendable {
  let locales: [Locale]
  let timeZones: [TimeZone]
  let apply: @Sendable (Locale, TimeZone) -> Void

  /// Runs a check under each, up to the first that fails.
  func report<Action>(
    of options: ParityOptions<Action>, _ run: () throws -> ParityReport<Action>
  ) throws -> ParityReport<Action> {
    let original = NSTimeZone.default
    defer {
      NSTimeZone.default = original
      apply(.current, original)
    }
    var latest: ParityReport<Action>?
    for locale in locales {
      for timeZone in timeZones {
        NSTimeZone.default = timeZone
        apply(locale, timeZone)
        var report = try run()
        report.place = "\(locale.identifier), \(timeZone.identifier)"
        if !report.passed { return report }
        latest = report
      }
    }
    return latest
      ?? ParityReport(failing: ["no locale in a time zone was given"], options.redactor)
  }
}

extension ParityOptions {
  /// These options for a check: each action is compared, and every mismatch is kept and returned.
  func forChecks() -> ParityOptions {
    var options = self
    options.isCheck = true
    options.sampling = .everyAction
    options.tracedActions = 0
    options.onMismatch = nil
    options.keptMismatches = .max
    return options
  }
}
