import ReduxBridge
import ReferenceRedux
import ValueRedux

/// How the slices of a check hand over to a store, independent of its type.
protocol HandingOver<State, Action>: Sendable {
  associatedtype State: AnyObject & Codable
  associatedtype Action: Sendable

  /// Compares both after each action from the handover on, which comes after the first actions of a list.
  func differences(
    of run: StageRun<State, Action>, after list: ActionSource<Action>.List, from first: Int
  ) throws -> [Finding]
}

struct Handover<State: AnyObject & Codable, Store: ValueStateStore>: HandingOver
where Store.State: Equatable {
  let makeStore: @MainActor @Sendable (Store.State) -> Store
  let assemble: @Sendable (SliceValues<State, Store.Action>) -> Store.State

  func differences(
    of run: StageRun<State, Store.Action>, after list: ActionSource<Store.Action>.List,
    from first: Int
  ) throws -> [Finding] {
    try run.handover(to: makeStore, after: list, from: first, assemble)
  }
}

extension StageRun {
  /// Compares the slices, all of them migrated, with a store that takes over from them.
  ///
  /// The two may number their actions differently, so a signal is compared by the action that raised it. One of
  /// another action does not end the comparison.
  ///
  /// - Parameters:
  ///   - makeStore: Makes the store.
  ///   - list: The actions.
  ///   - first: The number of actions before the store takes over.
  ///   - assemble: Makes the whole state of the values of the slices.
  /// - Returns: The differences after the first action that leads to any, and the signals of other actions before.
  /// - Throws: Errors of making the state.
  func handover<Store: ValueStateStore>(
    to makeStore: @MainActor (Store.State) -> Store, after list: ActionSource<Action>.List,
    from first: Int, _ assemble: (SliceValues<State, Action>) -> Store.State
  ) throws -> [Finding] where Store.State: Equatable, Store.Action == Action {
    guard MainQueue.isCurrent else {
      return [finding("the check is not run on the main actor, where the store is")]
    }
    var successor: Successor<Store>?
    var (start, hasChanged, isDone) = (Store.State?.none, false, false)
    var signals: [Finding] = []
    var found: [Finding] = []
    _ = try run(list, at: .migrated) { number, coordinator, state in
      guard number >= first, !isDone else { return }
      let present = assemble(SliceValues(coordinator, state))
      let action = number > first ? list.actions[number - 1] : nil
      if successor == nil {
        successor = MainActor.assumeIsolated { Successor { makeStore(present) } }
      }
      guard let successor else { return }
      let (other, earlier) = MainActor.assumeIsolated {
        if let action { successor.store.dispatch(action) }
        return (successor.store.state, successor.number)
      }
      hasChanged = hasChanged || start.map { $0 != present } == true
      start = start ?? present
      guard present != other else { return }
      let redactor = check.options.redactor
      let masks = redactor.masks(in: present, at: "").union(redactor.masks(in: other, at: ""))
      func difference(_ path: String, _ old: String, _ new: String) -> Finding {
        Finding(
          .handover, at: path,
          after: action.map(check.options.actionType), number: number,
          action: action.map {
            "action \(number) \(redactor.masking(masks).text(of: $0, at: "action"))"
          }, legacy: old, value: new)
      }
      // None where both are NaN.
      for (path, old, new) in redactor.differences(from: present, to: other) {
        let parts = path.split(separator: ".")
        guard parts.suffix(2) == ["number", "rawValue"], let here = Int(old), let there = Int(new)
        else {
          found.append(difference(path, old, new))
          continue
        }
        let index = here - first
        let isSame = earlier.contains(there - index)
        let raised = (here: index, there: isSame ? index : there - earlier.lowerBound)
        let place = parts.dropLast(2).joined(separator: ".")
        if raised.here > 0 && raised.here == raised.there
          || signals.contains(where: { $0.path == place })
        {
          continue
        }
        func moment(_ index: Int) -> String {
          index > 0
            ? "a signal of action \(index + first)" : "a signal from before the handover"
        }
        signals.append(difference(place, moment(raised.here), moment(raised.there)))
      }
      isDone = !found.isEmpty
    }
    if first > 0 || hasChanged || isDone || !signals.isEmpty { return signals + found }
    return [finding("no action changed the state, so nothing was compared")]
  }

  private func finding(_ reason: String) -> Finding {
    Finding(.handover, at: "", other: reason)
  }
}

/// A store that takes over, with the number of its latest action when it did.
///
/// The number is a range for a store that counts after the newest signal of the process, since other stores of
/// the process may have raised one meanwhile.
@MainActor private final class Successor<Store: ValueStateStore> {
  let store: Store
  let number: ClosedRange<Int>

  init(_ make: () -> Store) where Store.State: Equatable {
    let newest = ActionNumber.newestOfSignals
    store = make()
    let count = (store as? ValueStore<Store.State, Store.Action>)?.actionNumber
    number = Int((count ?? newest).rawValue)...Int((count ?? .newestOfSignals).rawValue)
  }
}
