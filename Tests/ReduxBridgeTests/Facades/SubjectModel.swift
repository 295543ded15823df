import StoreContract
@testable import BridgeTestApps

/// An output in the form of a script, with what it is called after.
enum OutputKind: Int, CaseIterable {
  case publishedAmounts, publishedNumbers, twoNumbers, oneNote, number, remainders, noteCount

  /// How many events a new observer receives at once.
  var capacity: Int {
    switch self {
    case .publishedAmounts, .publishedNumbers: 0
    case .twoNumbers: 2
    case .oneNote, .number, .remainders, .noteCount: 1
    }
  }

  /// The amount that an action adds.
  static func amount(_ action: ShownModel.Action) -> Int? {
    if case .set(let amount) = action { amount } else { nil }
  }

  /// The count of notes, after an action that adds one.
  static func notes(_ action: ShownModel.Action, _ state: ValueStoreModel) -> Int? {
    if case .note = action { state.notes.count } else { nil }
  }
}

/// One step of a script of dispatches, observations and cancellations.
enum SubjectStep: Equatable {
  /// The reaction of an observer to its first event.
  enum Reaction: Equatable {
    case dispatch(ShownModel.Action)
    case cancel(observer: Int)
    case observe(output: Int)
  }

  case make(OutputKind)
  case release(output: Int)
  case dispatch(ShownModel.Action)
  case dispatchElsewhere(ShownModel.Action)
  case observe(output: Int, Reaction?)
  case cancel(observer: Int)
  case settle
  /// Moves the slice to another stage, where there is one.
  case move(Int)

  static func script(using random: inout SeededGenerator) -> [SubjectStep] {
    let reacts = Int.random(in: 0..<3, using: &random) == 0
    var steps: [SubjectStep] = [.make(.init(rawValue: .random(in: 0..<7, using: &random))!)]
    for _ in 0..<Int.random(in: 3...16, using: &random) {
      let one = Int.random(in: 0..<4, using: &random)
      let action: ShownModel.Action =
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: .note(one)
        case 2: .setOther(one)
        default: .set(one)
        }
      switch Int.random(in: 0..<20, using: &random) {
      case 0: steps.append(.make(.init(rawValue: .random(in: 0..<7, using: &random))!))
      case 1: steps.append(.release(output: one))
      case 2: steps.append(.cancel(observer: one))
      case 3: steps.append(.settle)
      case 4, 5: steps.append(.move(Int.random(in: 0..<6, using: &random)))
      case 6 where !reacts, 7 where !reacts: steps.append(.dispatchElsewhere(action))
      case 8..<13:
        let reactions: [Reaction] = [
          .dispatch(action), .cancel(observer: one), .observe(output: one),
        ]
        steps.append(
          .observe(output: one, reacts ? reactions.randomElement(using: &random) : nil))
      default: steps.append(.dispatch(action))
      }
      // In a store that reduces elsewhere, an action that a reaction dispatches comes after all that
      // wait: for the one order, nothing waits.
      if reacts { steps.append(.settle) }
    }
    return steps
  }
}

/// The subjects of Rx, as plain Swift: what each observer receives when every dispatch is synchronous.
struct SubjectModel {
  struct Observer {
    let output: Int
    var reaction: SubjectStep.Reaction?
    var received: [Int]
    /// How many events have arrived for certain, in a store that delivers later.
    var arrived = 0
    var isOver = false
  }

  private struct Output {
    let kind: OutputKind
    var replayed: [Int] = []
    var isReleased = false
  }

  private(set) var observers: [Observer] = []
  private var outputs: [Output] = []
  private var state = ValueStoreModel()
  private var queue: [ShownModel.Action] = []
  private var isReducing = false
  private var dispatchedElsewhere: [ShownModel.Action] = []

  mutating func perform(_ step: SubjectStep) {
    switch step {
    case .make(let kind):
      arrive()
      let first: Int? =
        switch kind {
        case .number: state.shown
        case .remainders: state.shown % 3
        case .noteCount: -1
        default: nil
        }
      outputs.append(Output(kind: kind, replayed: first.map { [$0] } ?? []))
    case .release(let output):
      if outputs.indices.contains(output) { outputs[output].isReleased = true }
    case .dispatch(let action): dispatch(action)
    case .dispatchElsewhere(let action): dispatchedElsewhere.append(action)
    case .observe(let output, let reaction): observe(output, reaction)
    case .cancel(let observer): cancel(observer)
    case .settle:
      dispatch(.setOther(0))
      arrive()
    case .move: break
    }
  }

  private mutating func arrive() {
    for index in observers.indices where !observers[index].isOver {
      observers[index].arrived = observers[index].received.count
    }
  }

  private mutating func observe(_ output: Int, _ reaction: SubjectStep.Reaction?) {
    guard outputs.indices.contains(output), !outputs[output].isReleased else { return }
    if !isReducing { arrive() }
    observers.append(
      Observer(
        output: output, reaction: reaction, received: outputs[output].replayed,
        arrived: outputs[output].replayed.count))
  }

  private mutating func cancel(_ observer: Int) {
    if observers.indices.contains(observer) { observers[observer].isOver = true }
  }

  private mutating func dispatch(_ action: ShownModel.Action) {
    queue += dispatchedElsewhere + [action]
    dispatchedElsewhere = []
    guard !isReducing else { return }
    isReducing = true
    while !queue.isEmpty { reduce(queue.removeFirst()) }
    isReducing = false
  }

  private mutating func reduce(_ action: ShownModel.Action) {
    ValueStoreModel.reduce(&state, action)
    for output in outputs.indices {
      let event: Int? =
        switch outputs[output].kind {
        case .publishedAmounts: OutputKind.amount(action)
        case .publishedNumbers, .twoNumbers: state.shown
        case .oneNote, .noteCount: OutputKind.notes(action, state)
        case .number: outputs[output].replayed == [state.shown] ? nil : state.shown
        case .remainders: state.shown % 3
        }
      if let event { deliver(event, by: output) }
    }
  }

  private mutating func deliver(_ event: Int, by output: Int) {
    outputs[output].replayed =
      (outputs[output].replayed + [event]).suffix(outputs[output].kind.capacity)
    for index in observers.indices where observers[index].output == output {
      guard !observers[index].isOver else { continue }
      observers[index].received.append(event)
      switch observers[index].reaction.take() {
      case .dispatch(let action): dispatch(action)
      case .cancel(let observer): cancel(observer)
      case .observe(let other): observe(other, nil)
      case nil: break
      }
    }
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
