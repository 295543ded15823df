internal import ObjectGraph

/// Makes the checks of `StoreDiagnostics`.
///
/// Confined to the executor of its store. The only exception is `init`, which runs before the executor.
final class Inspector<State: AnyObject & Codable, Action: Sendable> {
  private let diagnostics: StoreDiagnostics
  /// The state as the last action left it, if the diagnostics detect outside changes.
  private var kept: State?
  private var lastAction: ActionRecord?

  init(_ diagnostics: StoreDiagnostics, state: State) {
    self.diagnostics = diagnostics
    keep(state)
  }

  /// Reduces `action` with all blocks, and makes the checks around them.
  func reduce(
    _ state: State, _ action: Action, _ record: ActionRecord,
    with blocks: [ReduceBlock<State, Action>]
  ) {
    checkForOutsideChanges(state)
    for block in blocks { block(state, action) }
    lastAction = record
    keep(state)
  }

  /// Runs the work of another module, which may change the state.
  func perform(_ work: (State) -> Void, _ state: State) {
    checkForOutsideChanges(state)
    work(state)
    keep(state)
  }

  /// Reports each change since the last action once.
  func checkForOutsideChanges(_ state: State) {
    guard let kept else { return }
    guard let differences = checked({ try Graph.differences(from: kept, to: state) }) else {
      // Once per action: the copy after the next one is compared again.
      return self.kept = nil
    }
    if differences.isEmpty { return }
    diagnostics.report(.changedOutsideDispatch(differences, after: lastAction))
    keep(state)
  }

  /// Reports objects of the state that the result of a read contains.
  func check<Value>(_ result: Value, of state: State) {
    guard diagnostics.detectsSharedObjects else { return }
    let objects = checked { try sharedObjects(in: result, and: state) } ?? []
    if !objects.isEmpty { diagnostics.report(.returnedFromRead(objects)) }
  }

  /// Reports properties that a copy of the state loses.
  func checkForLosses(_ state: State) {
    guard let ignored = diagnostics.verifiesCopiesIgnoring else { return }
    checked {
      do {
        try Graph.verifyCopy(of: state, ignoring: ignored)
      } catch let error as IncompleteCopyError {
        diagnostics.report(.incompleteCopy(error))
      }
    }
  }

  private func keep(_ state: State) {
    guard diagnostics.detectsOutsideChanges else { return }
    kept = checked { try Graph.copy(state) }
  }

  /// The result of a check; nil if the check failed, which is a finding.
  @discardableResult
  private func checked<Value>(_ check: () throws -> Value) -> Value? {
    do {
      return try check()
    } catch {
      diagnostics.report(.cannotCheck(error))
      return nil
    }
  }
}
