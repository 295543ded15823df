import Dispatch
import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The outputs of a Flux store deliver what the subjects that they replace deliver, over every store.
@MainActor @Suite struct SubjectTests {
  enum Ground: String, CaseIterable {
    case valueStore, classStore
    case legacy, shadow, lead, migrated, movingStages
  }

  @Test(arguments: Ground.allCases)
  func outputsDeliverAsSubjects(_ ground: Ground) async throws {
    var random = SeededGenerator("outputsDeliverAsSubjects(\(ground))")
    for number in 0..<TestVolume.count(40, soak: 400) {
      let script = SubjectStep.script(using: &random)
      if let fault = try await fault(of: script, on: ground) {
        Issue.record("script \(number): \(fault)\n\(script)")
        return
      }
    }
  }

  private func fault(of script: [SubjectStep], on ground: Ground) async throws -> String? {
    switch ground {
    case .valueStore:
      return await SubjectRun(ShownModel.valueStore(), isSynchronous: true) {}.fault(of: script)
    case .classStore:
      let store = ReferenceStore(state: ModelObject(), reducers: [ShownModel.block])
      return await SubjectRun(store) { await store.settle() }.fault(of: script)
    default:
      let store = ShownModel.migrationStore()
      try Stage(rawValue: ground.rawValue).map { try store.setStage($0, of: ShownModel.slice) }
      let run = SubjectRun(store.facade(of: ShownModel.slice)) { await store.settle() }
      if ground == .movingStages {
        run.move = { choice in
          guard Stage.allCases.indices.contains(choice) else { return store.revertToLegacy() }
          try? store.setStage(Stage.allCases[choice], of: ShownModel.slice)
        }
      }
      return await run.fault(of: script)
    }
  }
}

/// Runs a script on a Flux store and on the model of the subjects, and compares what observers receive.
@MainActor
private final class SubjectRun<Base: TransitionSource>
where Base.State: Modeled, Base.Action == ShownModel.Action {
  private let dispatcher = FluxDispatcher<ShownModel.Action>()
  private let base: Base
  private let isSynchronous: Bool
  private let settleStore: @MainActor () async -> Void
  var move: (Int) -> Void = { _ in }

  private var model = SubjectModel()
  private var outputs: [FluxOutput<Int>?] = []
  private var received: [[Int]] = []
  private var tokens: [SubscriptionToken?] = []

  init(
    _ base: Base, isSynchronous: Bool = false, settle: @escaping @MainActor () async -> Void
  ) {
    self.base = base
    self.isSynchronous = isSynchronous
    settleStore = settle
  }

  /// Returns how the observers differ from the model; nil if they do not.
  func fault(of script: [SubjectStep]) async -> String? {
    // Two Flux stores, made at each output anew, reduce each action once.
    let registered = FluxStore(base, registeredWith: dispatcher)
    for step in script + [.settle] {
      if step == .settle { await settle() }
      model.perform(step)
      perform(step)
      if step == .settle { await settle() }
    }
    withExtendedLifetime(registered) {}
    guard received.count == model.observers.count else {
      return "\(received.count) observers instead of \(model.observers.count)"
    }
    for (index, expected) in model.observers.enumerated() {
      let seen = received[index]
      // Events that an observer had not received when it was canceled do not arrive.
      let isRight =
        expected.isOver && !isSynchronous
        ? expected.received.starts(with: seen) && seen.count >= expected.arrived
        : seen == expected.received
      if !isRight {
        return "observer \(index) received \(seen) instead of \(expected.received)"
      }
    }
    return nil
  }

  private func perform(_ step: SubjectStep) {
    switch step {
    case .make(let kind): outputs.append(make(kind))
    case .release(let output):
      if outputs.indices.contains(output) { outputs[output] = nil }
    case .dispatch(let action): dispatcher.dispatch(action)
    case .dispatchElsewhere(let action):
      DispatchQueue.global().sync { [dispatcher] in dispatcher.dispatch(action) }
    case .observe(let output, let reaction): observe(output, reaction)
    case .cancel(let observer): cancel(observer)
    case .settle: dispatcher.dispatch(.setOther(0))
    case .move(let choice): move(choice)
    }
  }

  private func make(_ kind: OutputKind) -> FluxOutput<Int> {
    let flux = FluxStore(base, registeredWith: dispatcher)
    return switch kind {
    case .publishedAmounts: flux.publish { action, _ in OutputKind.amount(action) }
    case .publishedNumbers: flux.publish { _, state in state.shown }
    case .twoNumbers: flux.publish(replaying: 2) { _, state in state.shown }
    case .oneNote: flux.publish(replaying: 1) { OutputKind.notes($0, $1.model) }
    case .number: flux.behavior { $0.shown }
    case .remainders: flux.behavior(includingRepeats: true) { $0.shown % 3 }
    case .noteCount: flux.publish(replaying: 1, startingWith: -1) { OutputKind.notes($0, $1.model) }
    }
  }

  private func observe(_ index: Int, _ reaction: SubjectStep.Reaction?) {
    guard outputs.indices.contains(index), let output = outputs[index] else { return }
    let observer = received.count
    received.append([])
    tokens.append(nil)
    var reaction = reaction
    tokens[observer] = output.observe { [unowned self] event in
      received[observer].append(event)
      // Not to what is replayed.
      guard tokens[observer] != nil else { return }
      switch reaction.take() {
      case .dispatch(let action): dispatcher.dispatch(action)
      case .cancel(let other): cancel(other)
      case .observe(let other): observe(other, nil)
      case nil: break
      }
    }
  }

  private func cancel(_ observer: Int) {
    if tokens.indices.contains(observer) { tokens[observer]?.cancel() }
  }

  /// Waits until no action is left, also of those that reactions dispatched.
  private func settle() async {
    for _ in 0..<(isSynchronous ? 0 : 1 + tokens.count) { await settleStore() }
  }
}
