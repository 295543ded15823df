public import ReferenceRedux
public import ValueRedux
package import ValueReflection

/// One part of the state that migrates as a unit: its name, both implementations and a projection.
///
/// Slices describe a migration in code:
///
/// ```swift
/// let theme = StateSlice(
///   "theme",
///   projection: Projection(\AppState.theme),
///   legacy: ThemeReducer.reduceBlocks,
///   reducer: themeReducer)
/// ```
///
/// A slice lists its own reduce blocks. A block that no slice lists runs on every action, whatever the stages of the
/// slices; see ``MigrationEntry/blocks(_:)``.
public struct StateSlice<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>:
  Sendable
{
  /// The name of the slice in mismatches and ledgers; unique in its store.
  public let name: String

  package let projection: Projection<State, Value>
  package let legacy: [ReduceBlock<State, Action>]

  /// The slices that the reducer reads; looked up when a store is made.
  let reads: @Sendable () -> [ListedSlice<State, Action>]
  let makeKernel: @Sendable (SliceSurroundings<State, Action>) -> SliceKernel<State, Action, Value>

  /// Whether legacy code outside of this slice may look at its objects.
  package internal(set) var hasLegacyReaders = true
  package private(set) var effects: SliceEffects<State, Action, Value>?
  package private(set) var isolation: WindowIsolation<Action, Value>?
  var signals: [SliceSignal<State, Value>] = []
  package private(set) var rules: [DifferenceRule] = []
  package private(set) var gate: Gate = .open
  package private(set) var equality = ReflectedEquality.declared

  /// Describes a slice.
  ///
  /// - Parameters:
  ///   - name: The name of the slice; unique in its store.
  ///   - projection: How the slice's part of the class state maps to a value and back.
  ///   - legacy: The old side: reduce blocks, in the order in which the store ran them before the migration.
  ///   - reducer: The new side: a reducer of the value.
  @inlinable
  public init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: Reducer<Value, Action>
  ) {
    let kernel = SliceKernel<State, Action, Value>(reducer)
    self.init(
      name, projection: projection, legacy: legacy, reads: { [] }, makeKernel: { _ in kernel })
  }

  @usableFromInline
  init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reads: @escaping @Sendable () -> [ListedSlice<State, Action>],
    makeKernel:
      @escaping @Sendable (SliceSurroundings<State, Action>) -> SliceKernel<State, Action, Value>
  ) {
    self.name = name
    self.projection = projection
    self.legacy = legacy
    self.reads = reads
    self.makeKernel = makeKernel
  }

  /// Returns this slice with three closures: two return the effects of the two sides, and one performs an effect.
  ///
  /// - Parameter effects: The closures that return the effects of each side, and that perform an effect.
  /// - Returns: A copy of this slice with these effects instead of earlier effects.
  public func effects(_ effects: SliceEffects<State, Action, Value>) -> StateSlice {
    with { $0.effects = effects }
  }

  /// Returns this slice with a check that an action for one window of the app leaves other windows unchanged.
  ///
  /// - Parameter isolation: Two closures, which find the window of an action and each window's part of the value.
  /// - Returns: A copy of this slice with this check instead of an earlier check.
  public func windows(_ isolation: WindowIsolation<Action, Value>) -> StateSlice {
    with { $0.isolation = isolation }
  }

  /// Returns this slice with a rule for a known difference; a difference that the rule covers is no mismatch.
  ///
  /// The rule covers every difference at its path, even several differences after one action. Gates and checks name
  /// each rule that never applied, because such a rule excuses a difference that does not exist.
  ///
  /// ```swift
  /// slice.allowing("items.*.openedAt", as: .noise, because: "both sides read the clock")
  ///   .allowing("filter", on: "clearFilter", as: .legacyIsWrong, because: "the old block forgot the filter")
  /// ```
  ///
  /// Write a path as ``Mismatch/path`` shows it. In the key of a dictionary, write a backslash before each dot,
  /// asterisk, quotation mark and backslash, and write `""` for an empty key. For example, the path of the key
  /// `example.com` of `rates` is `#"rates.example\.com"#`.
  ///
  /// A rule covers differences of one ``Mismatch/Subject`` only. The first component of the path determines the
  /// subject: `effects`, `windows`, `listeners` and `signals` mean the subjects `effect`, `window`, `delivery` and
  /// `signal`; any other component means `state`. At a path in `signals`, a rule of the kind `.notComparable` covers an
  /// event that only one side can express, but not a missing or wrong signal. Pass `subject` to cover another subject,
  /// such as a write by other code, or to cover a field of the state that has one of the four names.
  ///
  /// - Parameters:
  ///   - path: The path of the differences; the rule also covers all paths below this path. `*` matches any one
  ///     component. If the path names an action type, no gate demands that this type changes the slice.
  ///   - actionType: The name of the action type to which the rule applies; nil means every type.
  ///   - subject: The subject of the differences to excuse. With nil, the path determines the subject.
  ///   - kind: The side that is wrong, if any.
  ///   - reason: The reason why the difference is no mismatch.
  /// - Returns: A copy of this slice with this rule in addition to earlier rules.
  public func allowing(
    _ path: String, on actionType: String? = nil, of subject: Mismatch.Subject? = nil,
    as kind: KnownDifference = .notComparable, because reason: String
  ) -> StateSlice {
    allowing(DifferenceRule(path, on: actionType, of: subject, as: kind, because: reason))
  }

  package func allowing(_ rule: DifferenceRule) -> StateSlice {
    with { $0.rules.append(rule) }
  }

  /// Returns this slice with a gate that each move forward to `lead` or `migrated` must pass.
  ///
  /// - Parameter gate: The demands that the ledger and the evidence must meet before the move.
  /// - Returns: A copy of this slice with this gate instead of an earlier gate.
  public func gate(_ gate: Gate) -> StateSlice {
    with { $0.gate = gate }
  }

  /// Returns this slice with a comparison that also finds differences that `==` ignores.
  ///
  /// By default, two values agree if `==` returns true, or if both are NaN. `==` of strings ignores how a character is
  /// composed ("é" as one Unicode scalar or as two), `==` of numbers ignores the sign of zero, and `==` of an app's own
  /// type may ignore fields. An exact comparison reads the fields of a value by reflection. Two numbers, including NaN,
  /// agree if they have the same bits; two strings agree if they have the same Unicode scalars. An exact comparison
  /// covers the state, effects and signals. For a system type with hidden fields, an exact comparison still uses `==`.
  ///
  /// - Returns: A copy of this slice that is compared exactly.
  /// - Complexity: Each comparison takes O(*n*) steps of reflection for *n* parts of the value, far longer than `==`.
  ///   Compare exactly in tests, or only after some actions: see `sampling` of ``ParityOptions``.
  public func comparingExactly() -> StateSlice {
    with { $0.equality = .exact }
  }

  func with(_ change: (inout StateSlice) -> Void) -> StateSlice {
    var slice = self
    change(&slice)
    return slice
  }
}

/// A check that an action for one window of the app leaves the other windows' parts of the value unchanged.
///
/// ```swift
/// WindowIsolation(target: { $0.window }, parts: { $0.screensByWindow })
/// ```
///
/// On both sides, a compared action must leave the parts of all windows except the target window unchanged. A change
/// of another window is a mismatch, even if both sides change that window, because then both sides are wrong.
public struct WindowIsolation<Action: Sendable, Value: Sendable>: Sendable {
  /// The windows whose parts changed although the action was for another one, in any order.
  let trespasses: @Sendable (_ before: Value, _ after: Value, _ action: Action) -> [Any]

  /// Describes the part of a value that belongs to each window.
  ///
  /// - Parameters:
  ///   - target: Returns the window that an action is for, or returns nil if the action is for all windows.
  ///   - parts: Returns a dictionary from each window to its part of the value.
  public init<Window: Hashable & SendableMetatype, Part: Equatable & SendableMetatype>(
    target: @escaping @Sendable (Action) -> Window?,
    parts: @escaping @Sendable (Value) -> [Window: Part]
  ) {
    trespasses = { before, after, action in
      guard let target = target(action) else { return [] }
      let (old, new) = (parts(before), parts(after))
      return Set(old.keys).union(new.keys)
        .filter { $0 != target && old[$0] != new[$0] }
    }
  }
}
