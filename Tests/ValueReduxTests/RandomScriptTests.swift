import StoreContract
import Testing
import ValueRedux

/// Random scripts of nested dispatches, subscriptions and cancellations, against a model of the
/// documented order of events.
@MainActor @Suite struct RandomScriptTests {
  /// The reaction of a middleware or a subscriber to an action.
  enum Step {
    case dispatch(Int)
    case subscribe
    case cancel(Int)
  }

  /// The steps of a middleware by action, and of subscribers by action and by their own number.
  struct Script {
    var middleware: [Int: [Step]] = [:]
    var subscriber: [[Int]: [Step]] = [:]
    /// The steps between two actions.
    var outermost: [Step] = []
  }

  static let lastAction = 40

  private func makeScript(_ random: inout SeededGenerator) -> Script {
    var script = Script()
    func steps(after action: Int) -> [Step] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: .dispatch(action + Int.random(in: 1...9, using: &random))
        case 2: .subscribe
        default: .cancel(Int.random(in: 0..<6, using: &random))
        }
      }
    }
    for action in 1...Self.lastAction {
      if Bool.random(using: &random) { script.middleware[action] = steps(after: action) }
      for subscriber in 0..<6 where Int.random(in: 0..<6, using: &random) == 0 {
        script.subscriber[[action, subscriber]] = steps(after: action)
      }
    }
    script.outermost = [1, 5, 2].flatMap { action in [.dispatch(action)] + steps(after: action) }
    return script
  }

  private func runStore(_ script: Script) -> [String] {
    var log: [String] = []
    var tokens: [SubscriptionToken] = []
    var store: ValueStore<Int, Int>!
    func perform(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .dispatch(let action): if action <= Self.lastAction { store.dispatch(action) }
        case .subscribe: if tokens.count < 12 { subscribe() }
        case .cancel(let index): if index < tokens.count { tokens[index].cancel() }
        }
      }
    }
    func subscribe() {
      let number = tokens.count
      var isFirst = true
      let selection = Selection<Int, Int> { $0 }.includingRepeats()
      // The first delivery is logged and does nothing, as the token does not exist yet.
      tokens.append(
        store.subscribe(to: selection) { state in
          log.append("s\(number) \(state)")
          if isFirst { isFirst = false } else { perform(script.subscriber[[state, number]] ?? []) }
        })
    }
    store = ValueStore(
      initialState: 0, reducer: Reducer { (state: inout Int, action: Int) in state = action },
      middlewares: [
        Middleware { state, action in
          log.append("m \(state)")
          perform(script.middleware[action] ?? [])
        }
      ]
    )
    for _ in 0..<3 { subscribe() }
    perform(script.outermost)
    #expect(store.subscriptionCount == tokens.count { !$0.isOver })
    store = nil
    return log
  }

  private func runModel(_ script: Script) -> [String] {
    var log: [String] = []
    var state = 0
    var isAlive: [Bool] = []
    var queue: [Int] = []
    func subscribe() {
      log.append("s\(isAlive.count) \(state)")
      isAlive.append(true)
    }
    func perform(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .dispatch(let action): if action <= Self.lastAction { queue.append(action) }
        case .subscribe: if isAlive.count < 12 { subscribe() }
        case .cancel(let index): if index < isAlive.count { isAlive[index] = false }
        }
      }
    }
    for _ in 0..<3 { subscribe() }
    for outermost in script.outermost {
      perform([outermost])
      while !queue.isEmpty {
        state = queue.removeFirst()
        let count = isAlive.count
        log.append("m \(state)")
        perform(script.middleware[state] ?? [])
        for number in 0..<count where isAlive[number] {
          log.append("s\(number) \(state)")
          perform(script.subscriber[[state, number]] ?? [])
        }
      }
    }
    return log
  }

  @Test func theStoreDoesWhatTheModelDoes() {
    var random = SeededGenerator("theStoreDoesWhatTheModelDoes")
    for round in 0..<300 {
      let script = makeScript(&random)
      let (store, model) = (runStore(script), runModel(script))
      guard store == model else {
        Issue.record("round \(round), \(TestSeed.repeating): \(store) instead of \(model)")
        return
      }
    }
  }
}
