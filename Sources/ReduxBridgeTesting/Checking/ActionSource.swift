public import Foundation
public import ReduxBridge

/// The source of the actions of a ``ParityCheck``.
public struct ActionSource<Action: Sendable> {
  typealias Draw = (inout any RandomNumberGenerator) -> Action

  /// A list, with the values of slices to start from, by name.
  struct List {
    var actions: [Action]
    var start: [String: any Sendable] = [:]
  }

  enum Content {
    case list(List)
    case random(seed: UInt64, actions: Int?, length: Int, Payloads?, Draw)
    case everyState([Action], depth: Int?, limit: Int)
    /// A mismatch of a running store, with other values to start from in turn.
    case trace([List], Mismatch?)
    case recordings(URL, [any (Decodable & Sendable).Type])
  }

  let content: Content

  /// A list of actions.
  ///
  /// - Parameter actions: The actions, in order.
  /// - Returns: The source.
  public static func list(_ actions: some Sequence<Action>) -> ActionSource {
    ActionSource(content: .list(List(actions: Array(actions))))
  }

  /// A list of actions, and the value of a slice before the first action.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - value: The value that the slice has before the first action.
  ///   - slice: The slice that has this value.
  /// - Returns: The source.
  public static func list<State, Value>(
    _ actions: some Sequence<Action>, from value: Value, of slice: StateSlice<State, Action, Value>
  ) -> ActionSource {
    ActionSource(content: .list(List(actions: Array(actions), start: [slice.name: value])))
  }

  /// Random actions, three quarters of them in short lists, and the last quarter in one long list.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers. The same seed gives the same actions.
  ///   - actions: The number of all actions; nil means 1,000, or 3,000 with ``CheckEffort/full``.
  ///   - length: The number of actions of a short list.
  ///   - payloads: The values that replace some payloads. If nil, a check with ``CheckEffort/full`` uses ``Payloads``
  ///     without literals, and other checks replace no payload.
  ///   - next: A closure that makes a random action with the generator that it receives.
  /// - Returns: The source.
  public static func random(
    seed: UInt64, actions: Int? = nil, length: Int = 50, payloads: Payloads? = nil,
    _ next: @escaping (inout any RandomNumberGenerator) -> Action
  ) -> ActionSource {
    ActionSource(
      content: .random(seed: seed, actions: actions, length: max(1, length), payloads, next))
  }

  /// Random lists of actions; each action is one of the samples.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers. The same seed gives the same actions.
  ///   - samples: The actions to choose from. If the list is empty, the process ends with a message.
  ///   - actions: The number of all actions; nil means 1,000, or 3,000 with ``CheckEffort/full``.
  ///   - length: The number of actions of a short list.
  ///   - payloads: The values that replace some payloads, as for ``random(seed:actions:length:payloads:_:)``.
  /// - Returns: The source.
  public static func random(
    seed: UInt64, of samples: [Action], actions: Int? = nil, length: Int = 50,
    payloads: Payloads? = nil
  ) -> ActionSource {
    guard !samples.isEmpty else { fatalError("A random list needs at least one action.") }
    return random(seed: seed, actions: actions, length: length, payloads: payloads) {
      samples[Int.random(in: 0..<samples.count, using: &$0)]
    }
  }

  /// All states that the given actions can reach: the check visits each state once, and tries each action in it.
  ///
  /// The search is breadth first and ends at the first finding, so its counterexample is as short as possible. Two
  /// states count as one if their fingerprints, which are digests of the encoded contents, are equal. To find data
  /// outside of the state, the search runs some actions twice in one state, and reaches some states again from a new
  /// initial state. The check fails if such a repetition has another result, or if its task is canceled.
  ///
  /// - Parameters:
  ///   - actions: The actions to try in each state, one for each payload that the code distinguishes.
  ///   - depth: The largest number of actions from the initial state to a visited state. If nil, the search visits all
  ///     reachable states, and the check fails if the search reaches `limit`.
  ///   - limit: The number of states after which the search ends.
  /// - Returns: The source.
  public static func everyState(
    of actions: [Action], depth: Int? = nil, limit: Int = 1_000_000
  ) -> ActionSource {
    ActionSource(content: .everyState(actions, depth: depth, limit: limit))
  }

  /// The actions that led to a mismatch in a running store; a check removes the unnecessary actions.
  ///
  /// The check looks for a finding with the same slice, `Mismatch.Subject` and type of action as the mismatch, and with
  /// a similar path. If the check finds none, it fails: the cause of the mismatch is outside of the slice.
  ///
  /// - Parameter trace: A trace that `MigrationStore.trace(of:)` returns.
  /// - Returns: The source.
  public static func trace<Value>(_ trace: ParityTrace<Action, Value>) -> ActionSource {
    let start: [String: any Sendable] = [trace.slice: trace.start]
    // The slices that this one reads may have had other values than in the initial state.
    let starts = [[:], start] + (trace.reads.isEmpty ? [] : [start.merging(trace.reads) { $1 }])
    return ActionSource(
      content: .trace(starts.map { List(actions: trace.actions, start: $0) }, trace.mismatch))
  }

  /// The recordings of a `SessionRecorder`: the actions, and the values that each side must reach.
  ///
  /// A replay performs no effects, since the recording already has the actions that effects and middlewares dispatched.
  /// A slice without a recorded value starts with its value in the initial state. Where actions are missing in a
  /// recording, the replay continues from the next recorded values. A check of both sides fails if no action of a
  /// recording changes a slice, requests an effect or raises a signal; not every field needs to change. The report
  /// names the types of actions whose payloads contain tokens: their replay proves nothing.
  ///
  /// - Parameters:
  ///   - place: A file, or a folder with `.jsonl` files; for a folder without such files, `run` throws an error.
  ///   - actionTypes: The types of the actions, if `Action` is a protocol.
  /// - Returns: The source.
  public static func recording(
    _ place: URL, actionTypes: [any (Decodable & Sendable).Type] = []
  ) -> ActionSource {
    ActionSource(content: .recordings(place, actionTypes))
  }
}

/// Numbers that repeat from a seed, after the SplitMix64 of Vigna.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
