import Foundation
import ObjectGraph
import StoreContract
import Testing
import ValueReduxTesting

@testable import ReferenceRedux

extension Notification.Name {
  fileprivate static let titleDidChange = Notification.Name("ShelfTitleDidChange")
}

/// A model on the main actor, which posts as it changes.
@MainActor
private final class Shelf: Codable {
  var log: [String] = []
  var title = "" {
    didSet { NotificationCenter.default.post(name: .titleDidChange, object: self) }
  }

  nonisolated init() {}
}

@MainActor
@Suite("A store on the main actor", .timeLimit(.minutes(15)))
struct MainStoreTests {
  private typealias Store = MainReferenceStore<Shelf, String>

  private let events = LegacyRecorder<String>()

  /// A store whose block records when it enters and exits an action, and renames in between.
  private func store(_ configuration: StoreConfiguration = StoreConfiguration()) -> Store {
    Store(
      state: Shelf(),
      reducers: [
        { [events] shelf, action in
          events.record("enter \(action)")
          shelf.log.append(action)
          shelf.title = action
          events.record("exit \(action)")
        }
      ], configuration: configuration)
  }

  /// Calls `body` for each post of the store's shelf, until the result is released.
  private func observe(
    _ store: Store, _ body: @escaping @MainActor (Shelf) -> Void
  ) -> LegacyObserver {
    let shelf = store.read { $0 }
    return LegacyObserver(of: shelf, named: .titleDidChange) { _ in
      MainActor.assumeIsolated { body(shelf) }
    }
  }

  @Test func dispatchReturnsWhenTheActionIsReducedAndAnnounced() {
    let store = store()
    let observer = LegacyObserver(of: store) { [events] _ in events.record("posted") }
    let token = store.observe { [weak store, events] change in
      events.record("observed \(change.actionsReduced)")
      guard change.actionsReduced == 1, let store else { return }
      // An observer sees what it dispatches.
      store.dispatch("b")
      events.record("title \(store.read(\.title))")
    }
    let hook = store.beforePost { [events] in events.record("before post") }
    store.dispatch("a")
    events.record("returned")
    #expect(
      events.values == [
        "enter a", "exit a", "before post", "posted", "observed 1", "enter b", "exit b", "title b",
        "before post", "posted", "observed 2", "returned",
      ])
    let statistics = store.statistics
    #expect((statistics.notificationsPosted, statistics.actionsPending) == (2, 0))
    token.cancel()
    hook.cancel()
    store.dispatch("c")
    #expect(events.values.dropFirst(12) == ["enter c", "exit c", "posted"])
    let (dispatch, isPut) = (store.dispatcher, LegacyGate())
    Thread {
      dispatch("d")
      isPut.open()
    }.start()
    // Blocks the main actor, so that the action is pending when the read begins.
    #expect(isPut.wait())
    #expect(store.read(\.title) == "d")
    observer.stop()
  }

  @Test func anObserverOfTheModelReadsAndCopiesWhatTheBlockHasDone() throws {
    let findings = LegacyRecorder<StoreFinding>()
    let store = store(diagnosing(findings) { $0.detectsOutsideChanges = true })
    let observer = observe(store) { [weak store, events] _ in
      if let store { events.record(store.read { $0.log.joined() }) }
      if let copy = try? store?.currentState() { events.record("copy \(copy.title)") }
    }
    store.dispatch("a")
    #expect(events.values == ["enter a", "a", "copy a", "exit a"])
    #expect(findings.values.isEmpty, "an action in progress is no write outside of dispatch")
    observer.stop()
  }

  @Test func anAutosaveEncodesOnTheMainActor() async throws {
    let saved = LegacyRecorder<[String]>()
    let isMain = LegacyRecorder<Bool>()
    let store = store()
    var autosave: Autosave<Shelf, String>? = Autosave(
      of: store, after: .seconds(1), clock: ScriptedClock()
    ) { shelf in
      isMain.record(LegacyMainActor.isCurrent)
      return try JSONEncoder().encode(shelf)
    } save: { data in
      isMain.record(LegacyMainActor.isCurrent)
      let text = String(decoding: data, as: UTF8.self)
      saved.record(["a", "b"].filter { text.contains("\"\($0)\"") })
    }
    try await autosave?.flush()
    #expect(saved.values.isEmpty)
    store.dispatch("a")
    try await autosave?.flush()
    let dispatch = store.dispatcher
    try await onThread { dispatch("b") }
    try await autosave?.flush()
    #expect(saved.values == [["a"], ["a", "b"]])
    #expect(isMain.values == [true, false, true, false])
    autosave = nil
  }

  /// In a process of its own, where no other test takes the threads of the tasks.
  @Test func anAutosaveSavesWhatAnotherThreadDispatchedBeforeItsRelease() async {
    await #expect(processExitsWith: .success) {
      let (saved, isSaved) = (LegacyRecorder<[String]>(), LegacyGate(patience: 60))
      await MainStoreTests.dispatchAndRelease { log in
        saved.record(log)
        isSaved.open()
      }
      try await onThread { precondition(isSaved.wait()) }
      precondition(saved.values == [["a"]])
    }
  }

  private static func dispatchAndRelease(save: @escaping @Sendable ([String]) -> Void) {
    let store = Store(state: Shelf(), reducers: [{ shelf, action in shelf.log.append(action) }])
    let (dispatch, isPut, isLater) = (store.dispatcher, LegacyGate(), LegacyGate())
    do {
      let autosave = Autosave(of: store, after: .zero, encode: { $0.log }, save: save)
      Thread {
        dispatch("a")
        isPut.open()
      }.start()
      _ = isPut.wait()
      withExtendedLifetime(autosave) {}
    }
    // Blocks the main actor, so that the action is pending while later tasks run.
    for _ in 0..<8 {
      Task.detached { isLater.open() }
      _ = isLater.wait()
    }
  }

  @Test func itsDispatcherKeepsItAlive() {
    let dispatch = store().dispatcher
    dispatch("a")
    #expect(events.values == ["enter a", "exit a"])
  }
}

@Suite("The contract of ReduxObjC on the main actor", .timeLimit(.minutes(15)))
struct MainStoreContractTests {
  @Test(arguments: LegacyStoreClaim.allCases)
  func isKept(_ claim: LegacyStoreClaim) async throws {
    try await LegacyStoreContract.onMainActor { MainReferenceStore(state: $0, reducers: $1) }
      .check(claim)
  }
}
