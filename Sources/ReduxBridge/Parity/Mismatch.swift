import ValueReflection

/// A difference between both sides of a slice after an action.
///
/// A mismatch is a report, not a failure: it changes neither the state nor the stage of the slice. The ``Redactor`` of
/// the store renders the texts of a mismatch.
public struct Mismatch: Sendable, Equatable, Codable {
  /// The subject of a mismatch, such as the state, an effect or a signal.
  public enum Subject: String, Sendable, Codable, CaseIterable {
    /// The state of the slice.
    case state
    /// An effect that a side requests.
    case effect
    /// An event that only one side raises, or two different events of the two sides.
    case signal
    /// A window of the app whose part of the value changed although the window is not the target of the action.
    case window
    /// A write by other code to the slice's part of the class state: by a block of another slice or
    /// of no slice, or by a completion handler that kept an object.
    case foreignWrite
    /// A write by a block of the slice to a place outside of the slice: in another slice, or in no
    /// projection. The `path` of the mismatch is the coding path of that place.
    case outsideWrite
    /// A projection that does not read back the value that it wrote, or that changes a place that no block changes.
    case projection
    /// A notification that a listener missed, or received too often, after a change on which both sides agree.
    case delivery
    /// Something that only one side can express: an event that is signaled again while the flag of
    /// the old side is still set.
    case notComparable

    // The rest is found by a check in tests alone.

    /// A field that no projection contains: a block writes to it, or a rebuild of the state from the values changes it.
    case uncovered
    /// Two places of the state that begin or cease to share an object; values do not show such a change.
    case aliasing
    /// A block that reads state in no slice, or in another slice that its own slice does not name in `reading`.
    case read
    /// A reference, in another slice, to an object that a block removed.
    case brokenLink
    /// A block that reads objects of a slice although the slice has ``StateSlice/withoutLegacyReaders()``.
    case deniedRead
    /// A block that does the same as another block, on every action.
    case listedTwice
    /// A place whose value differs between a run of the entries and a run of the old list of blocks.
    case order
    /// A write to the state between two actions.
    case writeBetweenActions
    /// An object of the state that a block keeps from one call, and uses in a later call.
    case keptObject
    /// A stored property that a copy of the state loses.
    case notCopied
    /// A place whose value differs between two runs with the same input.
    case noise
    /// A notification that the model posts differently at different stages.
    case post
    /// A place or an effect that differs between a run of the blocks alone and a run with slices at later stages.
    case stage
    /// A place whose value differs between the slices and the value store to which they hand over the state.
    case handover
    /// A place at which a side's value in a replay differs from the recorded value.
    case recording
    /// A claim that you add to a check by `always`, and that the state does not meet.
    case claim
  }

  /// Which side is wrong.
  package enum Verdict: String, Sendable, Codable, CaseIterable {
    /// The side whose answer does not count: the verdict on a difference of which nothing else is known.
    case candidateWrong
    /// Both sides: they agree on a change of a window that is not the target of the action.
    case bothWrong
    /// Neither: the input does not determine the answer (a date, a random number, an order of a set).
    case noise
    /// Unknown: the two sides cannot be compared.
    case notComparable
  }

  /// The name of the slice.
  public var slice: String
  /// The stage at which the action was reduced; the stage determines which side's result became the state.
  public var stage: Stage
  /// The subject of the mismatch, such as the state, an effect or a signal.
  public var subject: Subject
  /// The number of the action in the store, starting at 1.
  public var actionNumber: Int
  /// The name of the action type, such as `theme.setBrightness`; see `actionType` of ``ParityOptions``.
  public var actionType: String
  /// The redacted text of the action.
  public var action: String
  /// The path in the slice at which both sides differ, such as `items.3.title`; empty for the whole value.
  ///
  /// A key of a dictionary is one component of the path. In a key, a backslash precedes each dot and each other
  /// character that has a meaning in ``StateSlice/allowing(_:on:of:as:because:)``, as in `rates.example\.com`.
  public var path: String
  /// The redacted text of the old side's value at the path.
  public var legacy: String
  /// The redacted text of the new side's value at the path.
  public var value: String
  /// The block that made a wrong write, such as `cart.0` for the first block of the slice `cart`, or `unclaimed.2` for
  /// the third block in no slice; nil if the block is unknown.
  public var block: String?
  /// The other slice, block or path that the fault involves, or the broken law or claim; nil if there is none.
  public var other: String?
  /// The number of other unexplained differences of the slice after the same action.
  public var furtherDifferences: Int
  /// Which side is wrong.
  package var verdict: Verdict

  /// Makes a mismatch of the differences after an action that no rule explains.
  ///
  /// - Parameters:
  ///   - first: The most significant of them.
  ///   - count: Their number.
  ///   - isNoisy: Whether the control gives several answers from one state.
  ///   - action: The action.
  ///   - redactor: Renders both sides.
  ///   - masks: The texts and numbers that the text of the action does not show, either.
  init(
    _ first: FoundDifference, of count: Int = 1, isNoisy: Bool = false,
    after action: ComparedAction, _ redactor: Redactor, masking masks: Set<String> = []
  ) {
    (slice, stage, actionNumber) = (action.slice, action.stage, action.index)
    (actionType, subject, path, block) = (action.type, first.subject, first.path, first.block)
    self.action = redactor.masking(masks).text(of: action.action, at: "action")
    (legacy, value) = first.texts(by: redactor)
    furtherDifferences = count - 1
    verdict =
      switch subject {
      case .notComparable: .notComparable
      // Both texts say what a side did to the window.
      case .window where legacy == value: .bothWrong
      default: isNoisy ? .noise : .candidateWrong
      }
  }

  /// Makes a finding of a check; the texts of both sides are empty where nothing is compared.
  package init(
    _ subject: Subject, in slice: String = "the state", by block: String? = nil, at path: String,
    other: String? = nil, after actionType: String? = nil, number: Int = 0, action: String? = nil,
    legacy: String = "", value: String = ""
  ) {
    (self.slice, self.subject, self.block, stage) = (slice, subject, block, .shadow)
    (self.actionType, self.action) = (actionType ?? "", action ?? actionType ?? "")
    (self.legacy, self.value, self.other, actionNumber) = (legacy, value, other, number)
    self.path = path
    (furtherDifferences, verdict) = (0, .candidateWrong)
  }

  /// The path with `*` in place of positions.
  package var pathPattern: String { Self.pattern(of: path) }

  package static func pattern(of path: String) -> String {
    guard path.contains(where: \.isNumber) else { return path }
    return DifferencePath.components(of: path)
      .map { Int($0) == nil ? String($0) : "*" }
      .joined(separator: ".")
  }

  /// Whether the same subject differs at a similar path after the same type of action.
  package func isSimilar(to other: Mismatch) -> Bool {
    (slice, actionType, subject, pathPattern)
      == (other.slice, other.actionType, other.subject, other.pathPattern)
  }
}

extension Mismatch: CustomStringConvertible {
  /// The mismatch in one line, such as
  /// `theme (shadow): after action 17 setBrightness, at brightness: legacy 0.3, value 0.5`.
  public var description: String {
    if let sentence { return "\(slice): \(sentence)" + (action.isEmpty ? "" : ", after \(action)") }
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    let more = furtherDifferences == 0 ? "" : " (and \(furtherDifferences) more)"
    let author = block.map { " by \($0)" } ?? ""
    let what = subject == .state ? "" : " [\(subject.rawValue)\(author)]"
    let isImplied = verdict == .candidateWrong || verdict.rawValue == subject.rawValue
    let judged = isImplied ? "" : " [\(verdict.rawValue)]"
    return
      "\(slice) (\(stage.rawValue))\(what)\(judged): after action \(actionNumber) \(action), \(place): "
      + "legacy \(legacy), value \(value)\(more)"
  }
}

extension Mismatch {
  /// The finding of a check in words; nil for a difference between both sides.
  package var sentence: String? {
    let (other, author) = (other ?? "another place", block.map { "block \($0)" } ?? "a block")
    let place = path.isEmpty ? "the whole" : path
    return switch subject {
    case .uncovered where block == nil:
      "\(path) is in no projection, and rebuilding the state changes it"
    case .uncovered: "\(path) is in no projection, and \(author) writes to it"
    case .aliasing: "no projection carries how \(path) and \(other) share an object"
    case .outsideWrite where self.other != nil: "\(author) writes to \(other), at \(path)"
    case .read: "\(author) reads \(other), which is not declared: \(path) depends on it"
    case .brokenLink:
      "\(author) removes an object to which \(other) still links, at \(path): "
        + "the values alone do not carry the link"
    case .deniedRead:
      "\(author) reads \(other), which is declared to have no legacy readers: \(path) depends on it"
    case .listedTwice: "block \(path) does what \(other) does, on every action"
    case .order: "\(path) is another than with the former list of blocks"
    case .writeBetweenActions where self.other != nil:
      "\(other) of the state changes with it, since an `init(from:)` observes something"
    case .writeBetweenActions: "\(path) was written to between two actions"
    case .keptObject: "block \(path) keeps an object of the state, and uses it later"
    case .notCopied where slice == "the state": "a copy of the state loses \(other), at \(path)"
    case .notCopied:
      (self.other.map { "a copy of the state loses \($0), which the projection reads" }
        ?? "the projection reads another value from a copy of the state")
        + ", at \(place): no later action was judged"
    case .projection where self.other != nil:
      "the projection breaks a law, at \(place): \(other)"
        + (legacy.isEmpty ? "" : ": expected \(legacy), found \(value)")
    case .claim: "does not always hold: \(other)"
    case .noise:
      "\(place) of the \(other) side is \(legacy), then \(value) from the same input"
    case .stage:
      "\(place) is \(legacy) by the blocks alone, \(value) after the same actions, \(other)"
    case .handover where self.other != nil: other
    case .handover where action.isEmpty:
      "before an action, at \(place): \(legacy) here, \(value) in the successor"
    case .handover: "at \(place): \(legacy) here, \(value) in the successor"
    case .recording:
      "after action \(actionNumber), \(other), at \(place): recorded \(legacy), replayed \(value)"
    case .post: "post \(path): legacy \(legacy), \(other) \(value)"
    default: nil
    }
  }
}

/// A fault that a check found in a test.
///
/// ``Mismatch`` is the name of this type in a running store.
public typealias Finding = Mismatch
