public import Foundation
import ObjectGraph
public import ReduxBridge
import ReferenceRedux

/// Checks that a model on the main actor posts the same notifications at every stage: for tests.
///
/// ```swift
/// let check = NotificationCheck(entries, names: [.titleDidChange]) { Library() }
/// #expect(try check.failures(after: [.add("a"), .rename("a", to: "b")]) == [])
/// ```
///
/// The check runs the actions in a `MainMigrationStore` with all slices at `Stage.legacy`, in others at
/// each other stage, and in one whose slices move between two actions, by every way between two stages in
/// turn. It compares what was posted until each `dispatch` returned, in the order of the posts: the name,
/// the sender, and what is selected of `userInfo`. What another thread or a later turn of the main actor
/// posts it does not see. Effects are compared and never performed.
///
/// A sender has the name of its coding path after the action, or else before it. The order of a set is not
/// determined, so that objects in sets need a key. A sender that is in neither state, such as a copy, is
/// marked as that.
@MainActor
public struct NotificationCheck<State: AnyObject & Codable, Action: Sendable> {
  private let entries: [MigrationEntry<State, Action>]
  private let names: [Notification.Name]
  private let userInfoKeys: [String]
  private let options: ParityOptions<Action>
  private let key: @MainActor (AnyObject) -> String?
  private let makeState: @MainActor () throws -> State

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - entries: What the store runs, in order.
  ///   - names: The notifications to compare, which the model posts to the default center.
  ///   - keys: The keys of `userInfo` whose values are compared: an object as a sender is, others by the
  ///     text that the redactor of the options makes of them.
  ///   - parity: How both sides are compared. At `Stage.lead`, `write` of a projection changes the model
  ///     where the sampling leaves an action out.
  ///   - key: Names an object in place of its path; nil to use that.
  ///   - initialState: Makes the state that each run starts from: new at each call, and always equal.
  public init(
    _ entries: [MigrationEntry<State, Action>], names: [Notification.Name],
    userInfo keys: [String] = [], parity: ParityOptions<Action> = ParityOptions(),
    key: @escaping @MainActor (AnyObject) -> String? = { _ in nil },
    initialState: @escaping @MainActor () throws -> State
  ) {
    (self.entries, self.names, self.key, makeState) = (entries, names, key, initialState)
    userInfoKeys = keys
    var options = parity.forChecks()
    options.sampling = parity.sampling
    self.options = options
  }

  /// Runs actions at each stage, and returns the reasons why the check fails; empty when it passes.
  ///
  /// It fails on each action after which the posts differ from those at `Stage.legacy`, on each mismatch
  /// that no rule explains, and if no action posted anything.
  ///
  /// - Parameter actions: The actions, in order.
  /// - Returns: One sentence for each reason, in the order of the actions, which they name.
  /// - Throws: Errors of making, encoding or copying the state.
  /// - Complexity: For each action and stage, O(*n*) in the number of values reachable from the state.
  public func failures(after actions: [Action]) throws -> [String] {
    let control = try run(actions, at: .legacy)
    let trials = try [.shadow, .lead, .migrated, nil].map { try (stage: $0, run(actions, at: $0)) }
    var failures: [String] = []
    for (index, action) in actions.enumerated() {
      for (stage, trial) in trials {
        failures += trial.mismatches.filter { $0.actionNumber == index + 1 }.map(\.description)
        let (old, new) = (control.posts[index], trial.posts[index])
        guard
          let place = (0..<max(old.count, new.count)).first(where: { old[at: $0] != new[at: $0] })
        else { continue }
        let name = stage?.rawValue ?? "between stages"
        failures.append(
          "notifications (\(name)): after action \(index + 1) "
            + "\(options.redactor.text(of: action, at: "action")), at post \(place + 1): "
            + "legacy \(old[at: place] ?? "none"), \(name) \(new[at: place] ?? "none")")
      }
    }
    if control.posts.allSatisfy(\.isEmpty) {
      failures.append(
        "notifications: no action posted \(names.map(\.rawValue).joined(separator: ", "))")
    }
    return failures
  }

  /// The slices take each way between two stages once, and begin anew.
  private static var tour: [Stage] {
    [
      .legacy, .shadow, .legacy, .lead, .legacy, .migrated, .shadow, .lead, .shadow, .migrated,
      .lead, .migrated,
    ]
  }

  /// Runs actions at one stage, or at another one before each action.
  ///
  /// - Returns: The posts of each action, and the mismatches.
  package func run(
    _ actions: [Action], at stage: Stage?
  ) throws -> (posts: [[String]], mismatches: [Mismatch]) {
    // Before the model, whose observers may post in turn.
    let recorder = PostRecorder(names)
    defer { recorder.stop() }
    let state = try makeState()
    var configuration = StoreConfiguration()
    configuration.postsNotifications = false
    let store = MainMigrationStore(
      state: state, entries: entries, parity: options, configuration: configuration)
    _ = recorder.take()
    var paths = try Graph.objects(of: state).mapValues(\.path)
    let posts = try actions.enumerated().map { index, action in
      for (position, slice) in store.stages.keys.sorted().enumerated()
      where stage == nil || index == 0 {
        try store.setStage(
          stage ?? Self.tour[(index + position) % Self.tour.count], ofSliceNamed: slice,
          overridingGateBecause: "A check compares notifications.")
      }
      store.dispatch(action)
      // Without the objects, which an action may have released.
      let present = try Graph.objects(of: state).mapValues(\.path)
      defer { paths = present }
      let known = present.merging(paths) { new, _ in new }
      return recorder.take().map { text(of: $0, known) }
    }
    return (posts, store.mismatches)
  }

  private func text(of post: Notification, _ paths: [ObjectIdentifier: String]) -> String {
    let sender = post.object.map { name(of: $0, paths) ?? "\(type(of: $0)) outside of the state" }
    let values = userInfoKeys.compactMap { key in
      (post.userInfo?[key]).map { value in
        ", \(key): " + (name(of: value, paths) ?? options.redactor.text(of: value, at: key))
      }
    }
    return post.name.rawValue + (sender.map { " of \($0)" } ?? "") + values.joined()
  }

  /// The name of an object that has a key or is part of the state; nil for other values.
  private func name(of value: Any, _ paths: [ObjectIdentifier: String]) -> String? {
    guard type(of: value) is AnyClass else { return nil }
    let object = value as AnyObject
    let path = paths[ObjectIdentifier(object)].map { $0.isEmpty ? "the root" : $0 }
    return path.map { key(object) ?? $0 } ?? key(object).map { "\($0) outside of the state" }
  }
}

/// Records what is posted on the main actor, until it is stopped.
@MainActor
package final class PostRecorder {
  private var posts: [Notification] = []
  private var token: (any NSObjectProtocol)?

  /// Records the notifications with these names.
  package init(_ names: [Notification.Name]) {
    // An observer of every name, which Linux's center calls before those of a name: these may post in turn.
    // The order of Apple's center was not tried.
    token = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) {
      [weak self] post in
      guard names.contains(post.name), isOnMainQueue else { return }
      nonisolated(unsafe) let post = post
      MainActor.assumeIsolated { unsafe self?.posts.append(post) }
    }
  }

  /// Returns the posts since the last call.
  package func take() -> [Notification] {
    defer { posts = [] }
    return posts
  }

  /// Ends the recording.
  package func stop() {
    token.map(NotificationCenter.default.removeObserver)
    token = nil
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { index < count ? self[index] : nil }
}
