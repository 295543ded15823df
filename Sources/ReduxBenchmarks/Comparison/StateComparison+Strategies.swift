internal import Foundation
internal import ObjectGraph
internal import ReferenceRedux
internal import ValueRedux

extension StateComparison {
  /// The strategies that every state has, and those that were added.
  public var strategies: [ComparisonStrategy] {
    [
      changingInPlace(
        "inPlace", "classes, mutated in place, lent to readers", paysForEveryRead: false
      ) { { blackHole($0) } },
      valueInPlace, valueHeld, overCopyOnWrite,
      snapshots(
        "snapshotByObjectGraph", label: "classes, snapshot per read: ObjectGraph",
        isSlow: size > 10_000
      ) { try Graph.copy($0) },
      snapshots(
        "snapshotByJSON", label: "classes, snapshot per read: JSON", isSlow: size > 1_000
      ) { try JSONDecoder().decode(State.self, from: JSONEncoder().encode($0)) },
      snapshots(
        "snapshotByPropertyList", label: "classes, snapshot per read: binary property list",
        isSlow: size > 1_000
      ) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try PropertyListDecoder().decode(State.self, from: encoder.encode($0))
      },
    ] + additional
  }

  /// Describes a strategy: the reduce blocks change one state in place, and each reader is given a
  /// snapshot of it, which it keeps until the next one.
  ///
  /// ```swift
  /// comparison.additional = [
  ///   comparison.snapshots("byHand", label: "copied by hand") { $0.copied() }
  /// ]
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name, as a part of the names of its cases.
  ///   - label: the name in tables and legends.
  ///   - paysForEveryRead: whether each read costs the same again; otherwise only the first after a
  ///     change does.
  ///   - isSlow: whether a short run leaves it out.
  ///   - mayCrash: whether it might end the process.
  ///   - snapshot: makes what a reader is given.
  /// - Returns: the strategy.
  public func snapshots<Snapshot>(
    _ name: String, label: String, paysForEveryRead: Bool = true, isSlow: Bool = false,
    mayCrash: Bool = false, _ snapshot: @escaping @MainActor (State) throws -> Snapshot
  ) -> ComparisonStrategy {
    changingInPlace(
      name, label, paysForEveryRead: paysForEveryRead, isSlow: isSlow, mayCrash: mayCrash
    ) {
      let reader = ComparisonBox<Snapshot?>(nil)
      return { state in
        reader.value = try snapshot(state)
        blackHole(reader.value)
      }
    }
  }

  /// Reduce blocks on one state, which is given to readers in some way.
  private func changingInPlace(
    _ name: String, _ label: String, paysForEveryRead: Bool, isSlow: Bool = false,
    mayCrash: Bool = false,
    reader: @escaping @MainActor () -> @MainActor (State) throws -> Void
  ) -> ComparisonStrategy {
    ComparisonStrategy(
      name, label: label, paysForEveryRead: paysForEveryRead, isSlow: isSlow, mayCrash: mayCrash
    ) {
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

  private var valueInPlace: ComparisonStrategy {
    ComparisonStrategy(
      "valueInPlace", label: "value, changed in place, nobody keeps it", paysForEveryRead: false
    ) {
      let box = ComparisonBox(value)
      let next = cycle()
      return ComparisonStrategy.Steps(
        change: { reducer.reduce(&box.value, next()) }, read: { blackHole(box.value) })
    }
  }

  private var valueHeld: ComparisonStrategy {
    ComparisonStrategy(
      "valueCopied", label: "value, while the old one is kept", paysForEveryRead: false
    ) {
      let box = ComparisonBox(value)
      let next = cycle()
      return ComparisonStrategy.Steps(
        change: {
          box.kept = box.value
          reducer.reduce(&box.value, next())
        },
        read: { blackHole(box.value) })
    }
  }

  private var overCopyOnWrite: ComparisonStrategy {
    ComparisonStrategy(
      "blocksOverCopyOnWrite", label: "reduce blocks over CopyOnWrite, kept by readers",
      paysForEveryRead: false, isSlow: size > 10_000
    ) {
      let box = ComparisonBox(CopyOnWrite(try Graph.copy(self.state)))
      let next = cycle()
      let blocks = blocks
      return ComparisonStrategy.Steps(
        change: {
          let action = next()
          try box.value.mutate { state in
            for block in blocks { block(state, action) }
          }
        },
        read: { box.kept = box.value })
    }
  }

  /// Hands out the actions one after another, over and over.
  private func cycle() -> @MainActor () -> Action {
    var index = 0
    let actions = actions
    return {
      let action = actions[index]
      index = index + 1 == actions.count ? 0 : index + 1
      return action
    }
  }
}

/// A value that closures share, and an older one that a reader keeps.
@MainActor
private final class ComparisonBox<Value> {
  var value: Value
  var kept: Value?

  init(_ value: Value) { self.value = value }
}
