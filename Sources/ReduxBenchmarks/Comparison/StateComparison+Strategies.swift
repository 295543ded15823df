internal import Foundation
internal import ObjectGraph
internal import ReferenceRedux
internal import ValueRedux

extension StateComparison {
  /// The strategies that every state has, and those that were added.
  public var strategies: [ComparisonStrategy] {
    [
      inPlace("inPlace", "classes, mutated in place, lent to readers") { blackHole($0) },
      valueInPlace, valueHeld, overCopyOnWrite,
      inPlace("snapshotByObjectGraph", "classes, snapshot per read: ObjectGraph", copies: true) {
        blackHole(try ObjectGraph.copy($0))
      },
      inPlace("snapshotByJSON", "classes, snapshot per read: JSON", copies: true) {
        blackHole(try JSONDecoder().decode(State.self, from: JSONEncoder().encode($0)))
      },
      inPlace(
        "snapshotByPropertyList", "classes, snapshot per read: binary property list", copies: true
      ) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        blackHole(try PropertyListDecoder().decode(State.self, from: encoder.encode($0)))
      },
    ] + additional
  }

  /// Reduce blocks on one state, which is given to readers in some way.
  private func inPlace(
    _ name: String, _ label: String, copies: Bool = false,
    read: @escaping @MainActor (State) throws -> Void
  ) -> ComparisonStrategy {
    let isText = copies && name != "snapshotByObjectGraph"
    return ComparisonStrategy(
      name, label: label, paysForEveryRead: copies,
      isSlow: copies && size > (isText ? 1_000 : 10_000)
    ) {
      let state = try ObjectGraph.copy(self.state)
      let next = cycle()
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
      let box = ComparisonBox(CopyOnWrite(try ObjectGraph.copy(self.state)))
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
