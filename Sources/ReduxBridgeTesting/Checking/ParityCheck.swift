public import Foundation
public import ReduxBridge
public import ReferenceRedux

/// The check of a migration, or of one slice of it: for tests.
///
/// ```swift
/// let check = ParityCheck(AppStore.entries, replacing: AppReducers.all) { AppState.sample() }
/// let report = try check.run(.random(seed: 7) { DraftedActions.next(&$0) })
/// #expect(report.passed, "\(report)")
/// ```
///
/// One call finds what differs between both sides (values, effects, signals and windows), what a block
/// writes or reads outside of its slice, what no projection carries, laws that a projection breaks, blocks
/// that are listed twice or in another order, and what the actions did not exercise. With
/// ``CheckEffort/full`` it also runs the actions at every stage, and looks for noise.
///
/// Both sides run as at `Stage.shadow`: from the same state on each action, and the answer of the
/// old side is the next state. Effects are compared and never performed.
///
/// A model that is isolated to the main actor is checked there: `initialState` makes it in
/// `MainActor.assumeIsolated`, and a call elsewhere ends the process with a message.
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
  ///   - original: The list of reduce blocks that the entries replace; nil to leave their order unchecked.
  ///   - parity: The redactor, and the names of actions; a check compares every action.
  ///   - initialState: Makes the state to start from: new at each call, always equal, and with content in
  ///     every collection. From an empty one, mistakes across slices are missed.
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

  /// Returns this check, restricted to one slice; the blocks of the others run, and are not judged.
  ///
  /// - Parameter slice: A slice of the entries; the process ends with a message if it is none.
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

  /// Returns this check with an exception, which fails the check if it never applies.
  ///
  /// - Parameters:
  ///   - path: The exception: a path in a slice, such as `library.items.*.openedAt`, with all below it;
  ///     a coding path in the state; the name of a slice that no action changes; a property that a copy
  ///     loses, or an encoded field in which states may differ and count as one, as `Type.property`; or a
  ///     type of action that changes nothing.
  ///   - actionType: The type of action after which it applies; nil for all.
  ///   - reason: Why it is no mistake.
  /// - Returns: A copy of this check.
  public func allowing(
    _ path: String, on actionType: String? = nil, because reason: String
  ) -> ParityCheck {
    with {
      $0.exceptions.append(CheckException(path: path, actionType: actionType, reason: reason))
    }
  }

  /// Returns this check with a claim about the old side's state, judged after each action.
  ///
  /// - Parameters:
  ///   - claim: The claim in words, for the report.
  ///   - holds: Whether it holds in a state.
  /// - Returns: A copy of this check.
  public func always(
    _ claim: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> ParityCheck {
    with { $0.claims.append((claim, holds)) }
  }

  /// Returns this check with values that the projection of a slice writes and reads back.
  ///
  /// - Parameters:
  ///   - values: Values unlike each other and unlike what the state holds, with content in every place.
  ///   - slice: The slice.
  /// - Returns: A copy of this check.
  public func trying<Value>(
    _ values: [Value], of slice: StateSlice<State, Action, Value>
  ) -> ParityCheck {
    with { $0.values.append((slice.name, values)) }
  }

  /// Returns this check with the demand that the model posts the same notifications at every stage.
  ///
  /// The actions run with all slices at each stage, and while the slices move between stages. The check compares
  /// what this thread posts to the default center until each action is reduced: the name, the sender, and the
  /// selected values of `userInfo`. A post of another thread or of a later turn is not seen. A sender has the name
  /// of its coding path after the action, or else before it.
  ///
  /// - Parameters:
  ///   - names: The notifications to compare.
  ///   - keys: The keys of `userInfo` whose values are compared.
  ///   - key: Names an object in place of its path, as for objects in sets; nil to use the path.
  /// - Returns: A copy of this check.
  public func posting(
    _ names: [Notification.Name], userInfo keys: [String] = [],
    key: @escaping @Sendable (AnyObject) -> String? = { _ in nil }
  ) -> ParityCheck {
    with { $0.posts = PostSelection(names: names, userInfoKeys: keys, key: key) }
  }

  /// Returns this check with the demand that a value store goes on as the slices do.
  ///
  /// The last step of a migration changes where actions are reduced: before, off the main actor and after
  /// `dispatch` returned; from then on, on the main actor and before it returns. The check runs the actions with
  /// all slices migrated, hands their values over before the first and in the middle, and compares the whole
  /// state after each action from then on. It must run on the main actor. A run with the effort `sides`, or over a
  /// recording or a trace, tries no handover, and fails.
  ///
  /// - Parameters:
  ///   - makeStore: Makes the store that takes over, with the state that it receives.
  ///   - assemble: Makes the whole state of the values of the slices, as for `Migrating.collect(_:)`.
  /// - Returns: A copy of this check.
  public func handingOver<Store: ValueStateStore>(
    to makeStore: @escaping @MainActor @Sendable (Store.State) -> Store,
    _ assemble: @escaping @Sendable (SliceValues<State, Action>) -> Store.State
  ) -> ParityCheck where Store.State: Equatable, Store.Action == Action {
    with { $0.handover = Handover<State, Store>(makeStore: makeStore, assemble: assemble) }
  }

  /// Returns this check under each of several locales in each of several time zones.
  ///
  /// Where one side formats or parses by the locale or the time zone of the process and the other does not, both
  /// agree on the machine that runs the tests, and differ for some users. Meanwhile `NSTimeZone.default` is the
  /// time zone, in the whole process: so the test belongs in a suite that is `.serialized`. A process cannot
  /// change `Locale.current` and `TimeZone.current` for itself: have the code under test read them at a place of
  /// your own, and set that in `apply`.
  ///
  /// - Parameters:
  ///   - locales: The locales: at least one that writes numbers in another way, and Turkish for letters.
  ///   - timeZones: The time zones: on both sides of the date line, and one of half an hour.
  ///   - apply: Sets a locale and a time zone where the code under test reads them; called at the end with
  ///     those of the process.
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
  /// The report fails if something is wrong, if the actions did not exercise a slice and each of its fields,
  /// and on each exception and rule that never applied. The texts show what the redactor of the parity
  /// options shows.
  ///
  /// - Parameters:
  ///   - source: Where the actions come from.
  ///   - effort: How much is looked for.
  /// - Returns: The findings, and the counts of what was exercised.
  /// - Throws: Errors of making, encoding, copying or comparing a state, and ``SessionError`` and
  ///   errors of reading with the file, for a recording that cannot be read or replayed.
  /// - Complexity: For each action of a list, O(*b* · *s*) copies of the state, *b* being the number of blocks and
  ///   *s* that of the slices, for at most 200 actions, or 1,000 with full effort; for all others, two reads of each
  ///   slice. A visit of states costs a copy and a fingerprint per transition.
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

/// How much a check looks for.
public enum CheckEffort: Sendable {
  /// The comparison of both sides alone, without a counterexample: for a test that runs many checks.
  case sides
  /// The effort for tests that run with every build.
  case quick
  /// In addition, more actions with payloads, a run at every stage with one long list, and a search for noise: for CI.
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
