package import Foundation
package import ReduxBridge
package import ReferenceRedux
package import StoreContract
internal import Testing

/// A store that ``MigrationContract`` can test: what it has besides its migration.
@MainActor
package protocol MigrationSubject: Migrating, Sendable
where State == ContractState, Action == ContractAction {
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
  func autosave(_ files: LegacyRecorder<Data>) -> Autosave<ContractState, ContractAction>
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
