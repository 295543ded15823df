import Dispatch
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The outputs of a Flux store deliver what the subjects that they replace deliver, over every store.
@MainActor @Suite(.timeLimit(.minutes(15))) struct SubjectTests {
  nonisolated enum Ground: String, CaseIterable {
    case valueStore, classStore
    case legacy, shadow, lead, migrated, movingStages
  }

  nonisolated enum Kind: CaseIterable {
    case amounts, numbers, twoNumbers, oneNote, number, remainders, noteCount

    /// The events of an observer from the beginning, of one from the middle, of one of an output that is made in
    /// the middle, and of one that is canceled there.
    var received: [[Int]] {
      switch self {
      case .amounts: [[1, 1, 3, 3, 4], [3, 4], [3, 4], [1, 1, 3]]
      case .numbers: [[1, 1, 1, 3, 3, 3, 3, 4], [3, 3, 3, 4], [3, 3, 3, 4], [1, 1, 1, 3]]
      case .twoNumbers:
        [[1, 1, 1, 3, 3, 3, 3, 4], [1, 3, 3, 3, 3, 4], [3, 3, 3, 4], [1, 1, 1, 3]]
      case .oneNote: [[1, 2], [1, 2], [2], [1]]
      case .number: [[0, 1, 3, 4], [3, 4], [3, 4], [0, 1, 3]]
      case .remainders:
        [[0, 1, 1, 1, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 1, 1, 1, 0]]
      case .noteCount: [[-1, 1, 2], [1, 2], [-1, 2], [-1, 1]]
      }
    }

    @MainActor func output<Base: TransitionSource>(of flux: FluxStore<Base>) -> FluxOutput<Int>
    where Base.State: Modeled, Base.Action == ShownModel.Action {
      let notes: @Sendable (ShownModel.Action, Base.State) -> Int? = { action, state in
        if case .note = action { state.model.notes.count } else { nil }
      }
      return switch self {
      case .amounts:
        flux.publish { action, _ in if case .set(let amount) = action { amount } else { nil } }
      case .numbers: flux.publish { _, state in state.shown }
      case .twoNumbers: flux.publish(replaying: 2) { _, state in state.shown }
      case .oneNote: flux.publish(replaying: 1, notes)
      case .number: flux.behavior { $0.shown }
      case .remainders: flux.behavior(includingRepeats: true) { $0.shown % 3 }
      case .noteCount: flux.publish(replaying: 1, startingWith: -1, notes)
      }
    }
  }

  /// A store whose outputs are observed.
  @MainActor private struct Store {
    let dispatcher = FluxDispatcher<ShownModel.Action>()
    /// Makes an output of a Flux store of its own; all of these reduce each action once.
    let makeOutput: @MainActor (Kind) -> FluxOutput<Int>
    let settle: @MainActor () async -> Void
    /// Moves the slice to another stage, where it moves.
    var move: @MainActor () -> Void = {}

    init<Base: TransitionSource>(
      _ base: Base, settle: @escaping @MainActor () async -> Void
    ) where Base.State: Modeled, Base.Action == ShownModel.Action {
      makeOutput = { [dispatcher] in $0.output(of: FluxStore(base, registeredWith: dispatcher)) }
      self.settle = settle
    }

    init(_ ground: Ground) throws {
      switch ground {
      case .valueStore: self.init(ShownModel.valueStore()) {}
      case .classStore:
        let store = ReferenceStore(state: ModelObject(), reducers: [ShownModel.block])
        self.init(store) { await store.settle() }
      default:
        let store = ShownModel.migrationStore()
        self.init(store.facade(of: ShownModel.slice)) { await store.settle() }
        if let stage = Stage(rawValue: ground.rawValue) {
          try store.setStage(stage, of: ShownModel.slice)
          return
        }
        var stages = (Stage.allCases + Stage.allCases.reversed()).makeIterator()
        move = {
          #expect(throws: Never.self) {
            try stages.next().map { try store.setStage($0, of: ShownModel.slice) }
          }
        }
      }
    }
  }

  @Test(arguments: Ground.allCases, Kind.allCases)
  func anOutputDeliversAsTheSubjectThatItReplaces(_ ground: Ground, _ kind: Kind) async throws {
    let store = try Store(ground)
    var received: [[Int]] = [[], [], [], []]
    func observe(_ output: FluxOutput<Int>?, _ index: Int) -> SubscriptionToken? {
      output?.observe { received[index].append($0) }
    }
    var output: FluxOutput<Int>? = store.makeOutput(kind)
    var tokens = [observe(output, 0), observe(output, 3)]
    for action in [.set(1), .set(1), .note(7), .set(3)] as [ShownModel.Action] {
      store.dispatcher.dispatch(action)
      store.move()
    }
    tokens += [observe(output, 1), observe(store.makeOutput(kind), 2)]
    tokens[1]?.cancel()
    // A token keeps its output.
    output = nil
    for action in [.set(3), .setOther(2)] as [ShownModel.Action] {
      DispatchQueue.global().sync { [dispatcher = store.dispatcher] in dispatcher.dispatch(action) }
    }
    for action in [.note(8), .set(4)] as [ShownModel.Action] {
      store.dispatcher.dispatch(action)
      store.move()
    }
    await store.settle()
    #expect(received == kind.received)
    withExtendedLifetime(tokens) {}
  }

  /// A new observer receives the event that is being delivered as the one that is replayed.
  @Test(arguments: Ground.allCases)
  func anObserverMayDispatchCancelAndObserve(_ ground: Ground) async throws {
    let store = try Store(ground)
    let output = store.makeOutput(.number)
    var log: [String] = []
    var tokens: [SubscriptionToken] = []
    func observe(_ name: String, _ react: @escaping @MainActor () -> Void = {}) {
      tokens.append(
        output.observe { number in
          log.append("\(name)\(number)")
          if number == 1 { react() }
        })
    }
    observe("a") {
      store.dispatcher.dispatch(.set(2))
      tokens[2].cancel()
      observe("d")
    }
    observe("b")
    observe("c")
    store.dispatcher.dispatch(.set(1))
    for _ in 0..<2 { await store.settle() }
    #expect(log == ["a0", "b0", "c0", "a1", "d1", "b1", "a2", "b2", "d2"])
    tokens = []
  }
}

/// The model as a value and in an object.
protocol Modeled: SendableMetatype {
  var model: ValueStoreModel { get }
}

extension Modeled {
  var shown: Int { model.number ?? 0 }
}

extension ValueStoreModel: Modeled {
  var model: ValueStoreModel { self }
}

extension ModelObject: Modeled {}
