internal import Foundation
internal import ObjectGraph
internal import ReferenceRedux
internal import ValueRedux

/// A way to store a state, to change the state, and to pass the state to readers.
///
/// ```swift
/// let plain = ComparisonStrategy("plain", label: "a plain variable", paysForEveryRead: false) {
///   let counter = Counter()
///   return ComparisonStrategy.Steps(
///     change: { counter.count += 1 }, read: { blackHole(counter.count) })
/// }
/// ```
public struct ComparisonStrategy: Sendable {
  /// The two measured steps of a strategy; both work on the same state.
  public struct Steps: Sendable {
    let change: @MainActor () throws -> Void
    let read: @MainActor () throws -> Void

    /// Combines two steps.
    ///
    /// - Parameters:
    ///   - change: Changes the state once.
    ///   - read: Passes the state to one reader.
    public init(
      change: @escaping @MainActor () throws -> Void, read: @escaping @MainActor () throws -> Void
    ) {
      self.change = change
      self.read = read
    }
  }

  let name: String
  let label: String
  /// Whether each read costs the same again; otherwise only the first after a change does.
  let paysForEveryRead: Bool
  let isSlow: Bool
  let setup: @MainActor () throws -> Steps

  /// Creates a strategy.
  ///
  /// - Parameters:
  ///   - name: The name of the strategy, a part of the names of its cases.
  ///   - label: The name of the strategy in tables and charts.
  ///   - paysForEveryRead: Whether each read costs as much as the first read after a change. With false, a report
  ///     assumes that only this first read has a cost.
  ///   - isSlow: Whether a quick run skips the strategy.
  ///   - setup: A closure that creates a state, and returns the steps that work on it. The setup is not timed.
  public init(
    _ name: String, label: String, paysForEveryRead: Bool, isSlow: Bool = false,
    setup: @escaping @MainActor () throws -> Steps
  ) {
    self.name = name
    self.label = label
    self.paysForEveryRead = paysForEveryRead
    self.isSlow = isSlow
    self.setup = setup
  }

  func caseName(_ subject: String, reads: Int, size: Int) -> String {
    "\(subject).\(name).reads\(reads)(\(size))"
  }
}

extension StateComparison {
  /// The strategies that every comparison measures, and the additional ones.
  var strategies: [ComparisonStrategy] {
    [
      changingInPlace(
        "inPlace", "classes, mutated in place, borrowed by readers", paysForEveryRead: false
      ) { { blackHole($0) } },
      changingValue(
        "valueInPlace", "value, changed in place, held by no reader", isHeld: false),
      changingValue("valueCopied", "value, changed while the old one is held", isHeld: true),
      snapshots(
        "snapshotByObjectGraph", label: "classes, snapshot per read: ObjectGraph",
        isSlow: size > 10_000
      ) { try Graph.copy($0) },
      snapshots(
        "snapshotByJSON", label: "classes, snapshot per read: JSON", isSlow: size > 1_000
      ) { try JSONDecoder().decode(State.self, from: JSONEncoder().encode($0)) },
    ] + additional
  }

  /// Creates a strategy in which the reduce blocks change one state in place, and each reader receives a snapshot of
  /// this state.
  ///
  /// ```swift
  /// comparison.additional = [
  ///   comparison.snapshots("byHand", label: "copied by hand") { $0.copied() }
  /// ]
  /// ```
  ///
  /// A snapshot lives until the strategy makes the next one.
  ///
  /// - Parameters:
  ///   - name: The name of the strategy, a part of the names of its cases.
  ///   - label: The name of the strategy in tables and charts.
  ///   - paysForEveryRead: Whether each read costs as much as the first read after a change. With false, a report
  ///     assumes that only this first read has a cost.
  ///   - isSlow: Whether a quick run skips the strategy.
  ///   - snapshot: A closure that creates a snapshot of the state for one reader.
  /// - Returns: A strategy to add to ``additional``.
  public func snapshots<Snapshot>(
    _ name: String, label: String, paysForEveryRead: Bool = true, isSlow: Bool = false,
    _ snapshot: @escaping @MainActor (State) throws -> Snapshot
  ) -> ComparisonStrategy {
    changingInPlace(name, label, paysForEveryRead: paysForEveryRead, isSlow: isSlow) {
      let reader = ComparisonBox<Snapshot?>(nil)
      return { state in
        reader.value = try snapshot(state)
        blackHole(reader.value)
      }
    }
  }

  /// Reduce blocks on one state, and a reader that is made for it.
  private func changingInPlace(
    _ name: String, _ label: String, paysForEveryRead: Bool, isSlow: Bool = false,
    reader: @escaping @MainActor () -> @MainActor (State) throws -> Void
  ) -> ComparisonStrategy {
    ComparisonStrategy(name, label: label, paysForEveryRead: paysForEveryRead, isSlow: isSlow) {
      let state = try Graph.copy(self.state)
      let next = cycle()
      let read = reader()
      return ComparisonStrategy.Steps(
        change: {
          let action = next()
          for block in blocks { block(state, action) }
        },
        read: { try read(state) })
    }
  }

  /// The value in a variable; while a reader holds the former one, a change copies it.
  private func changingValue(_ name: String, _ label: String, isHeld: Bool) -> ComparisonStrategy {
    ComparisonStrategy(name, label: label, paysForEveryRead: false) {
      let box = ComparisonBox(value)
      let next = cycle()
      return ComparisonStrategy.Steps(
        change: {
          if isHeld { box.held = box.value }
          reducer.reduce(&box.value, next())
        },
        read: { blackHole(box.value) })
    }
  }
}

/// A value that two steps share, and an older one that a reader holds.
@MainActor
private final class ComparisonBox<Value> {
  var value: Value
  var held: Value?

  init(_ value: Value) { self.value = value }
}
