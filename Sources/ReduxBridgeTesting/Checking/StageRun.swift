import Foundation
import ObjectGraph
import ReduxBridge
import ReduxSessions
import ReferenceRedux

/// The notifications that a check compares.
struct PostSelection: Sendable {
  let names: [Notification.Name]
  let userInfoKeys: [String]
  let key: @Sendable (AnyObject) -> String?
}

/// Runs actions as a store does with all slices at each stage, and while they move.
struct StageRun<State: AnyObject & Codable, Action: Sendable> {
  struct Result {
    let state: State
    /// The posts of each action.
    let posts: [[String]]
    /// The effects of each action, which are not performed.
    let effects: [[String]]
    /// Whether the state was saved, and read as it was.
    let isRestored: Bool
    let mismatches: [Mismatch]
  }

  let check: ParityCheck<State, Action>
  let judged: Set<String>
  let exceptions: CheckExceptions

  /// The slices take each way between two stages once, and begin anew.
  private static var tour: [Stage] {
    [
      .legacy, .shadow, .legacy, .lead, .legacy, .migrated, .shadow, .lead, .shadow, .migrated,
      .lead, .migrated,
    ]
  }

  /// Compares the posts, the effects, and the state at the end, with those of the blocks alone.
  func findings(
    after list: ActionSource<Action>.List, posts comparesPosts: Bool
  ) throws -> (findings: [Finding], failures: [String]) {
    let (control, again) = try (run(list, at: .legacy), run(list, at: .legacy))
    // Places that differ between two runs of the blocks depend on more than the actions.
    let noise = try Set(differences(from: control.state, to: again.state, "").map(\.place))
    var findings: [Finding] = []
    let half = list.actions.count / 2
    let saved = try run(list, at: .legacy, savedAfter: half)
    var runs: [(stage: Stage?, saved: Int?)] = [
      (.shadow, nil), (.lead, nil), (.migrated, nil), (nil, nil),
    ]
    // Otherwise what the old side does with the objects that it read is another question.
    if saved.isRestored { runs += [(.lead, half), (nil, half)] }
    for (stage, half) in runs {
      let trial = try run(list, at: stage, savedAfter: half)
      let name =
        (stage.map { "at \($0.rawValue)" } ?? "between stages")
        + (half.map { ", saved and read after action \($0)" } ?? "")
      let control = half == nil ? control : saved
      findings += trial.mismatches
      if comparesPosts {
        findings += differences(
          .post, between: control.posts, and: trial.posts, name, list.actions)
      }
      if !trial.mismatches.isEmpty { continue }
      if control.effects == again.effects {
        findings += differences(
          .stage, between: control.effects, and: trial.effects, name, list.actions
        ).prefix(1)
      }
      findings += try differences(from: control.state, to: trial.state, name)
        .filter { !noise.contains($0.place) }
    }
    // Those of one action come one after the other.
    findings = findings.enumerated().sorted {
      ($0.element.actionNumber, $0.offset) < ($1.element.actionNumber, $1.offset)
    }.map(\.element)
    let names = check.posts?.names.map(\.rawValue).joined(separator: ", ") ?? ""
    let isSilent = comparesPosts && control.posts.allSatisfy(\.isEmpty)
    return (findings, isSilent ? ["no action posted \(names)"] : [])
  }

  private func differences(
    _ subject: Finding.Subject, between old: [[String]], and new: [[String]], _ name: String,
    _ actions: [Action]
  ) -> [Finding] {
    actions.indices.compactMap { index in
      guard let place = old[index].firstDifference(from: new[index]) else { return nil }
      return Finding(
        subject,
        at: (subject == .post ? "" : "effects.") + "\(place + 1)", other: name,
        after: check.options.actionType(actions[index]), number: index + 1,
        action: "action \(index + 1) "
          + check.options.redactor.text(of: actions[index], at: "action"),
        legacy: old[index].element(at: place) ?? "none",
        value: new[index].element(at: place) ?? "none")
    }
  }

  /// The differences of two states: in the values of the slices, where rules apply, and otherwise.
  private func differences(
    from old: State, to new: State, _ name: String
  ) throws -> [Finding] {
    let (slices, redactor) = (check.footprints, check.options.redactor)
    let found = slices.flatMap { slice in
      slice.differences(slice.read(old), slice.read(new)).map { $0.joined(separator: ".") }
        .filter { path in !slice.rules.contains { $0.coversState(at: path) } }
        .map {
          Finding(
            .stage, in: slice.name, at: $0, other: name, legacy: "one value", value: "another")
        }
    }
    if slices.contains(where: { !$0.rules.isEmpty }) || !found.isEmpty { return found }
    let writes = FootprintWrites(slices)
    return try Graph.differences(
      from: old, to: new, describing: { redactor.text(of: $1, at: $0) }
    ).filter { !writes.isFlag($0.path) }.map {
      Finding(.stage, at: $0.path, other: name, legacy: $0.texts.old, value: $0.texts.new)
    }
  }

  /// Runs actions at one stage, or at another one before each action.
  ///
  /// - Parameters:
  ///   - list: The actions.
  ///   - stage: The stage; nil for the tour.
  ///   - half: The number of actions after which the state is saved, read, and used from then on; nil for never.
  ///   - visit: Receives the number of actions so far, before the first and after each.
  /// - Returns: The state after the last action, and what was posted and found until then.
  /// - Throws: Errors of making the state.
  func run(
    _ list: ActionSource<Action>.List, at stage: Stage?, savedAfter half: Int? = nil,
    visit: (Int, MigrationCoordinator<State, Action>, State) -> Void = { _, _, _ in }
  ) throws -> Result {
    var options = check.options
    options.sampling = check.sampling
    let recorder = ParityRecorder(options: options)
    // Before the model, whose observers may post in turn.
    let posts = PostRecorder(check.posts?.names ?? [])
    defer { posts.stop() }
    let performed = EffectLog()
    func makeCoordinator() -> MigrationCoordinator<State, Action> {
      MigrationCoordinator(
        entries: check.completed, recorder: recorder, writesInTurn: check.posts != nil
      ) { [redactor = check.options.redactor] in
        performed.texts.append("\($0) \(redactor.text(of: $1.description, at: "effects"))")
      }
    }
    var coordinator = makeCoordinator()
    var state = try check.makeState()
    coordinator.write(list.start, to: state)
    _ = posts.take()
    var paths = check.posts == nil ? [:] : try Graph.objects(of: state).mapValues(\.path)
    var blocks: [ReduceBlock<State, Action>] = []
    var texts: [[String]] = []
    var effects: [[String]] = []
    var isRestored = false
    for (index, action) in list.actions.enumerated() {
      if index == half {
        coordinator.writeBack(state)
        coordinator.complete(state)
        if let saved = try saved(state) {
          (state, coordinator, isRestored) = (saved, makeCoordinator(), true)
        }
      }
      if stage == nil || index == 0 || index == half {
        for (position, slice) in coordinator.gates.keys.sorted().enumerated() {
          coordinator.move(
            slice, to: stage ?? Self.tour[(index + position) % Self.tour.count], requestedIn: 0,
            state)
        }
        blocks = coordinator.blocks(afterActions: index)
        if index == 0 { visit(0, coordinator, state) }
      }
      for block in blocks { block(state, action) }
      visit(index + 1, coordinator, state)
      effects.append(performed.texts)
      performed.texts = []
      guard check.posts != nil else { continue }
      // Without the objects, which an action may have released.
      let present = try Graph.objects(of: state).mapValues(\.path)
      let known = present.merging(paths) { new, _ in new }
      texts.append(posts.take().map { text(of: $0, known) })
      paths = present
    }
    coordinator.writeBack(state)
    coordinator.complete(state)
    return Result(
      state: state, posts: texts, effects: effects, isRestored: isRestored,
      mismatches: recorder.mismatches.filter {
        judged.contains($0.slice) && !exceptions.cover($0)
      })
  }

  /// The state as it is read from a file; nil if that is not what was saved, as where it loses what is shared.
  private func saved(_ state: State) throws -> State? {
    guard let file = try? RecordingEncoder().encode(SavedState(state)).tree.bytes,
      let read = try? RecordingEncoder.makeDecoder().decode(
        SavedState<State>.self, from: Data(file)
      ).state
    else { return nil }
    return try Graph.isEqual(state, read) ? read : nil
  }

  private func text(of post: Notification, _ paths: [ObjectIdentifier: String]) -> String {
    let sender = post.object.map { name(of: $0, paths) ?? "\(type(of: $0)) outside of the state" }
    let values = (check.posts?.userInfoKeys ?? []).compactMap { key in
      (post.userInfo?[key]).map { value in
        ", \(key): " + (name(of: value, paths) ?? check.options.redactor.text(of: value, at: key))
      }
    }
    return post.name.rawValue + (sender.map { " of \($0)" } ?? "") + values.joined()
  }

  /// The name of an object that has a key or is part of the state; nil for other values.
  private func name(of value: Any, _ paths: [ObjectIdentifier: String]) -> String? {
    guard type(of: value) is AnyClass else { return nil }
    let (object, key) = (value as AnyObject, check.posts?.key)
    let path = paths[ObjectIdentifier(object)].map { $0.isEmpty ? "the root" : $0 }
    return path.map { key?(object) ?? $0 } ?? key?(object).map { "\($0) outside of the state" }
  }
}

extension Array where Element: Equatable {
  fileprivate func element(at index: Int) -> Element? { index < count ? self[index] : nil }

  fileprivate func firstDifference(from other: [Element]) -> Int? {
    (0..<Swift.max(count, other.count)).first { element(at: $0) != other.element(at: $0) }
  }
}

/// The effects of an action; `@unchecked Sendable` because it is touched on one thread alone.
private final class EffectLog: @unchecked Sendable {
  var texts: [String] = []
}

/// Records what is posted on the thread that made it, until it is stopped.
final class PostRecorder: @unchecked Sendable {
  // 1. `posts` is touched on one thread alone.
  private let thread = Thread.current
  private var posts: [Notification] = []
  private var token: (any NSObjectProtocol)?

  init(_ names: [Notification.Name]) {
    guard !names.isEmpty else { return }
    // An observer of every name, which Linux's center calls before those of a name: these may post in turn.
    // The order of Apple's center was not tried.
    token = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) {
      [weak self] post in
      guard let self, names.contains(post.name), Thread.current === self.thread else { return }
      self.posts.append(post)
    }
  }

  func take() -> [Notification] {
    defer { posts = [] }
    return posts
  }

  func stop() {
    token.map(NotificationCenter.default.removeObserver)
    token = nil
  }
}

extension Finding {
  fileprivate var place: String { "\(slice) \(pathPattern)" }
}
