package import Foundation
package import ReduxBridge
internal import ReduxSessions
package import ReferenceRedux
package import StoreContract
internal import Testing
internal import ValueRedux

/// A migration that ``MigrationContract`` can test: a class store with slices that move.
@MainActor
package protocol MigrationSubject: AnyObject, Sendable {
  func dispatch(_ action: ContractAction)
  /// Dispatches from any thread.
  nonisolated var dispatcher: @Sendable (ContractAction) -> Void { get }
  /// Waits until everything that was dispatched is reduced and observers are notified.
  func settle() async
  /// Calls `body` while an action is being reduced, so that what it asks for is pending; then waits for that.
  func duringAnAction(_ body: @escaping @MainActor () throws -> Void)
  func currentState() throws -> sending ContractState
  func read<Value: Sendable>(_ body: @Sendable (ContractState) throws -> Value) rethrows -> Value
  func observe(_ body: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken

  var stages: [String: Stage] { get }
  func setStage(_ stage: Stage, ofSliceNamed name: String, overridingGateBecause reason: String?)
    throws(MigrationError)
  func revertToLegacy()
  var ledger: ParityLedger { get }
  var mismatches: [Mismatch] { get }
  func unmetDemands<Value>(of slice: ContractSlice<Value>, for stage: Stage) -> [String]
  func trace<Value>(of slice: ContractSlice<Value>) -> ParityTrace<ContractAction, Value>?
  func facade<Value>(of slice: ContractSlice<Value>) -> ContractFacade<Value>
  func autosave(_ files: LegacyRecorder<Data>) -> Autosave<ContractState, ContractAction>
  func collect<Whole: Sendable>(
    _ assemble: @Sendable (SliceValues<ContractState, ContractAction>) -> Whole
  ) throws(MigrationError) -> Whole

  /// The members that take a migration of any store.
  var more: MigrationMembers { get throws }
}

package typealias ContractFacade<Value: Equatable & Sendable> =
  ValueFacade<Migration<ContractState, ContractAction>, Value>

/// Members of a migration, whatever its store is.
package struct MigrationMembers: Sendable {
  package typealias Sink<Value> = @MainActor (Value) -> Void
  package typealias Facade = ContractFacade<NumbersValue>

  // From any thread.
  let setStage: @Sendable (Stage) throws -> Void
  let revertToLegacy: @Sendable () -> Void
  let reports: @Sendable () -> (ParityLedger, [Mismatch])
  // Facades: the count of the numbers with the total, and the total with an effect.
  let combined: @MainActor (MigrationParts) -> ContractFacade<[Int]>
  let withEffect: @MainActor (@escaping Sink<Int>) -> ContractFacade<Int>
  // The deliveries of a facade of the numbers: events, and their count by an output of a Flux store.
  let events: @MainActor (Facade, @escaping Sink<ContractAlert>) -> AnyObject
  let output: @MainActor (Facade, FluxDispatcher<ContractAction>, @escaping Sink<Int>) -> AnyObject
  let listener: @MainActor (MigrationParts) throws -> ListenerProbe
  let recorder: @MainActor (URL) throws -> SessionRecorder
}

extension MigrationSubject where Self: Migrating<ContractState, ContractAction> {
  package var more: MigrationMembers {
    let migration = migration
    return MigrationMembers(
      setStage: {
        try migration.setStage($0, ofSliceNamed: "numbers", overridingGateBecause: "a test")
      }, revertToLegacy: { migration.revertToLegacy() },
      reports: { (migration.ledger, migration.mismatches) },
      combined: { parts in
        migration.facade { [$0[parts.numbers].numbers.count, $0[parts.total]] }
      },
      withEffect: { effect in
        ValueFacade(migration, reading: { $0.total }, effects: [{ value, _, _ in effect(value) }])
      },
      events: { $0.subscribe(signal: \.alert, $1) },
      output: { facade, dispatcher, handler in
        FluxStore(facade, registeredWith: dispatcher).publish { $1.numbers.count }.observe(handler)
      },
      listener: { parts in
        migration.addListener("screen", on: .value, of: parts.numbers, selecting: \.numbers)
      }, recorder: { try SessionRecorder(of: migration, to: $0) })
  }
}

extension MigrationSubject {
  /// Moves slices past their gates.
  func move(_ names: [String] = ["numbers", "total"], to stage: Stage) throws {
    for name in names {
      try setStage(stage, ofSliceNamed: name, overridingGateBecause: "a test")
    }
  }

  /// Reduces actions before it returns.
  func reduce(_ actions: [ContractAction]) {
    for action in actions { dispatch(action) }
    read { _ in }
  }
}

extension MigrationStore: MigrationSubject
where State == ContractState, Action == ContractAction {
  package nonisolated var dispatcher: @Sendable (ContractAction) -> Void { { self.dispatch($0) } }

  package func duringAnAction(_ body: @escaping @MainActor () throws -> Void) {
    let (isIn, isOver) = (LegacyGate(), LegacyGate())
    let work = ContractWork {
      isIn.open()
      _ = isOver.wait()
    }
    dispatch(.run(work))
    _ = isIn.wait()
    #expect(throws: Never.self) { try body() }
    isOver.open()
    flush()
  }

  package func autosave(_ files: LegacyRecorder<Data>) -> Autosave<ContractState, ContractAction> {
    Autosave(of: self, after: .seconds(600)) { state in
      files.record(try JSONEncoder().encode(SavedState(state)))
    }
  }
}

extension MainMigrationStore: MigrationSubject
where State == ContractState, Action == ContractAction {
  package func settle() async {
    repeat { await LegacyMainActor.turn() } while statistics.actionsPending > 0
  }

  package func duringAnAction(_ body: @escaping @MainActor () throws -> Void) {
    let work = ContractWork {
      MainActor.assumeIsolated { _ = #expect(throws: Never.self) { try body() } }
    }
    dispatch(.run(work))
  }

  package func autosave(_ files: LegacyRecorder<Data>) -> Autosave<ContractState, ContractAction> {
    let encode: @MainActor (ContractState) throws -> Data = {
      try JSONEncoder().encode(SavedState($0))
    }
    return Autosave(of: self, after: .seconds(600), encode: encode) { files.record($0) }
  }
}
