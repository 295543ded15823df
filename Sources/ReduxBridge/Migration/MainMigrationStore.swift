public import ReferenceRedux

/// A class-based store on the main actor whose slices move to pure values, one at a time.
///
/// As ``MigrationStore``, for a model whose classes are isolated to the main actor, post notifications of
/// their own, and are in everyone's hands:
///
/// ```swift
/// let store = MainMigrationStore(
///   state: LibraryState(),
///   entries: [.slice(LibrarySlices.titles), .blocks([onMainActor(LibraryReducers.covers)])])
/// try store.setStage(.shadow, of: LibrarySlices.titles)
/// ```
///
/// The model posts at every stage as it did before. While the old side is the control, its blocks change the
/// live objects. From ``Stage/lead`` on, a slice whose action is not compared, and one that is migrated,
/// writes its value to the live objects in its own turn of the action, before later blocks, if the value
/// changed. So that each property posts once, a projection assigns only what differs, with
/// ``Projection/assign(_:to:of:)``, and what is derived after what it derives from. An assignment of an equal
/// value, for which the old code posted, posts nothing then.
///
/// The objects of a migrated slice are kept: `clear` of a projection and
/// ``StateSlice/withoutLegacyReaders()`` have no effect. A check of footprints writes to no copy, whose
/// observers would post. So it finds what blocks write to other slices, and fields in no projection where no
/// slice changed; a `MigrationCheck` in tests finds the others. What code writes to a migrated slice outside
/// of dispatch is lost when the value of the slice changes next; with
/// `StoreDiagnostics.detectsOutsideChanges` each such write is reported, at every stage, for a copy and a
/// comparison of the state per action.
///
/// Sessions, listeners whose deliveries are judged, flags that facades show as signals, and Flux outputs need
/// a ``MigrationStore``: they take what they record off the main actor.
@MainActor
open class MainMigrationStore<State: AnyObject & Codable, Action: Sendable>:
  MainReferenceStore<State, Action>
{
  private let control: MigrationControl<State, Action>

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state, which other code may hold.
  ///   - entries: Slices, and blocks that no slice has claimed, in the order in which the blocks ran.
  ///   - parity: How both sides are compared, and what receives the mismatches.
  ///   - evidence: Ledgers of other runs, which the gates count as those of a ``MigrationStore`` do.
  ///   - configuration: The settings of the store itself.
  /// - Precondition: As for a ``MigrationStore``: unique names, reads that are in the list, no cycles.
  public init(
    state: State, entries: [MigrationEntry<State, Action>],
    parity: ParityOptions<Action> = ParityOptions(), evidence: [ParityLedger] = [],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    control = MigrationControl(entries, parity, evidence, writesInTurn: true) {
      FootprintProbe($0, $1, $2, writesCopies: false)
    }
    super.init(state: state, reducers: [], configuration: configuration)
    control.coordinator.writers.onSearch = control.coordinator.relay { [weak self] in
      self?.interrupt { [weak self] _ in self?.composeBlocks() }
    }
    composeBlocks()
  }

  private func composeBlocks() {
    replaceBlocks(control.coordinator.blocks(afterActions: statistics.actionsReduced))
  }

  // MARK: Stages

  /// The stage of each slice, by name.
  public var stages: [String: Stage] { control.coordinator.stages }

  /// Moves a slice to a stage, in either direction: before it returns, or, called while an action is being
  /// reduced, after what is pending.
  ///
  /// By the rules of ``MigrationStore/setStage(_:of:overridingGateBecause:)``.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - slice: The slice.
  ///   - reason: Why to promote past a closed gate; the ledger records it. Nil to respect the gate.
  /// - Throws: ``MigrationError/gateClosed(slice:stage:unmet:)`` when the gate is closed and no reason
  ///   is given; the stage is as it was.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func setStage<Value>(
    _ stage: Stage, of slice: StateSlice<State, Action, Value>,
    overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let name = control.coordinator.runtime(of: slice).name
    try setStage(stage, ofSliceNamed: name, overridingGateBecause: reason)
  }

  /// Moves a slice, known by its name, to a stage: for stages that come from a remote configuration.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - name: The name of the slice.
  ///   - reason: Why to promote past a closed gate; the ledger records it. Nil to respect the gate.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)``, or what the form with a slice throws.
  public func setStage(
    _ stage: Stage, ofSliceNamed name: String, overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let coordinator = control.coordinator
    try control.request(stage, of: name, overridingGateBecause: reason) { generation in
      enqueue { [self] state in
        coordinator.move(name, to: stage, requestedIn: generation, state)
        composeBlocks()
      }
    }
  }

  /// Moves every slice back to ``Stage/legacy``, ahead of pending actions: the kill switch.
  ///
  /// By the rules of ``MigrationStore/revertToLegacy()``.
  public func revertToLegacy() {
    guard control.coordinator.beginGeneration() else { return }
    interrupt { [self] state in
      control.coordinator.revert(state)
      composeBlocks()
    }
  }

  // MARK: Parity

  /// The counts of all that was compared so far, by slice and action type.
  public var ledger: ParityLedger { control.recorder.ledger }

  /// The first unexplained mismatches, in the order of the actions.
  public var mismatches: [Mismatch] { control.recorder.mismatches }

  /// Returns the demands of a slice's gate that the ledger does not meet, in words.
  ///
  /// - Parameters:
  ///   - slice: The slice.
  ///   - stage: The stage to which it would move.
  /// - Returns: One sentence for each demand; empty when the slice may be promoted.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func unmetDemands<Value>(
    of slice: StateSlice<State, Action, Value>, for stage: Stage = .migrated
  ) -> [String] {
    control.unmetDemands(of: slice, for: stage)
  }

  /// Returns the actions that led to the first mismatch of a slice, for a `ParityCheck` to shrink.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The actions and the value before them; nil while there is no mismatch, or when the
  ///   store keeps no actions (`tracedActions` of ``ParityOptions`` is 0).
  public func trace<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ParityTrace<Action, Value>? {
    control.recorder.trace(of: slice.name) as? ParityTrace<Action, Value>
  }

  // MARK: New screens, and the end

  /// Returns a slice as a store of values: for screens in the new form, at every stage.
  ///
  /// It shows the value after each outermost dispatch, before the notification. What code changes outside of
  /// dispatch it shows with the next action.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: A facade that shows the slice and dispatches to this store.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func facade<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ValueFacade<MainStoreLink<State, Action>, Value> {
    let read = control.coordinator.reader(of: slice)
    return ValueFacade(MainStoreLink(self), initial: self.read(read), reading: read)
  }

  /// Collects the values of the slices, once every slice is migrated.
  ///
  /// As ``MigrationStore/collect(_:)`` does.
  ///
  /// - Parameter assemble: Makes the whole state of the values of the slices.
  /// - Returns: The state after all that was dispatched before.
  /// - Throws: ``MigrationError/notMigrated(_:)`` when slices are at another stage.
  /// - Precondition: `assemble` reads slices of this store; the process ends with a message otherwise.
  public func collect<Whole>(
    _ assemble: (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> Whole {
    let coordinator = control.coordinator
    let whole = read { assemble(SliceValues(coordinator: coordinator, state: $0)) }
    try refuseUnlessMigrated(stages)
    return whole
  }

  /// How texts are rendered.
  package var redactor: Redactor { control.recorder.options.redactor }
}

extension MigrationCoordinator {
  /// A function of the main actor that code there calls without isolation.
  fileprivate func relay(_ body: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    { MainActor.assumeIsolated(body) }
  }

  /// Returns what reads the present value of a slice.
  fileprivate func reader<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> @Sendable (State) -> Value {
    let runtime = runtime(of: slice)
    return { runtime.currentValue($0) }
  }
}

/// A ``MainMigrationStore`` as the base of a ``ValueFacade``.
///
/// `currentState`, `read` and `observe` end the process elsewhere than on the main actor.
public final class MainStoreLink<State: AnyObject, Action: Sendable>: ReferenceStateStore {
  // Functions, since a `Sendable` type cannot know of an isolated coding.
  private let dispatcher: @Sendable (Action) -> Void
  private let copy: @MainActor () throws -> State
  private let lend: @MainActor ((State) throws -> Void) throws -> Void
  private let beforePost: @MainActor (@escaping @MainActor () -> Void) -> ObservationToken

  @MainActor
  init(_ store: MainReferenceStore<State, Action>) where State: Codable {
    dispatcher = store.dispatcher
    copy = { try store.currentState() }
    lend = { try store.read($0) }
    beforePost = { store.beforePost($0) }
  }

  /// Dispatches an action as `MainReferenceStore.dispatcher` does.
  public func dispatch(_ action: Action) { dispatcher(action) }

  /// Returns a deep copy of the state; only on the main actor.
  public func currentState() throws -> sending State {
    nonisolated(unsafe) var result: State?
    try MainActor.assumeIsolated { unsafe result = try copy() }
    nonisolated(unsafe) let state = unsafe result!
    return unsafe state
  }

  /// Lends the state to a closure; only on the main actor.
  public func read<Result: Sendable>(
    _ body: @Sendable (State) throws -> Result
  ) throws -> Result {
    try MainActor.assumeIsolated {
      var result: Result?
      try lend { result = try body($0) }
      return result!
    }
  }

  /// Observes a value of the state: the present one at once, then after each outermost dispatch.
  @MainActor
  public func observe<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let deliver = { @MainActor [lend] in try? lend { handler(read($0)) } }
    deliver()
    // The store keeps its observers, and these the store: until the token ends that.
    return beforePost { _ = deliver() }
  }
}
