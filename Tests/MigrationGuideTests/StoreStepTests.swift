import Foundation
import ReferenceRedux
import Testing

enum OnTheClassStore {
  // region: store
  final class AppStore: ReferenceStore<AppState, AppAction>, @unchecked Sendable {
    static let shared = AppStore()

    init() {
      super.init(
        state: AppState(),
        reducers: [
          AppReducers.theme, AppReducers.library, AppReducers.routes, AppReducers.windows,
        ])
    }
  }
  // endregion
}

@MainActor final class NotesScreen {
  private let store: ReferenceStore<AppState, AppAction>
  private(set) var titles: [String] = []

  init(store: ReferenceStore<AppState, AppAction>) { self.store = store }

  // region: observer
  func stateDidChange() {
    guard let state = try? store.currentState() else { return }
    titles = state.library.notes.map(\.title)
  }
  // endregion
}

/// Runs the code of steps 1 and 3.
@Suite struct StoreStepTests {
  @Test func theStateStandsOnTheStore() throws {
    let store = OnTheClassStore.AppStore()
    // region: snapshot
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.dispatch(.selectNote(id: 1))
    let snapshot = try store.currentState()
    #expect(snapshot.library.selected === snapshot.library.notes.first)
    #expect(snapshot.library.notes.first?.library === snapshot.library)
    // endregion
  }

  @Test @MainActor func anObserverByNameGoesOn() async {
    let store = OnTheClassStore.AppStore()
    let screen = NotesScreen(store: store)
    let observer = NotificationCenter.default.addObserver(
      forName: .RDXStateDidChange, object: store, queue: nil
    ) { _ in
      MainActor.assumeIsolated { screen.stateDidChange() }
    }
    store.dispatch(.addNote(id: 1, title: "milk"))
    await store.settle()
    #expect(screen.titles == ["milk"])
    NotificationCenter.default.removeObserver(observer)
  }

  @Test @MainActor func anObserverByTokenBorrowsWhatItShows() async {
    let store = OnTheClassStore.AppStore()
    var counts: [Int] = []
    func show(_ count: Int) { counts.append(count) }
    // region: token
    let token = store.observe { _ in
      show(store.read { state in state.library.notes.count })
    }
    // endregion
    store.dispatch(.addNote(id: 1, title: "milk"))
    await store.settle()
    #expect(counts == [1])
    #expect(store.statistics.copiesMade == 0)
    token.cancel()
    do {
      // region: three-calls
      store.dispatch(.addNote(id: 2, title: "eggs"))  // from any thread; returns at once
      let count = store.read { $0.library.notes.count }  // contains what was dispatched
      let token = store.observe { _ in show(store.read { $0.library.notes.count }) }
      // endregion
      #expect(count == 2)
      store.dispatch(.addNote(id: 3, title: "tea"))
      await store.settle()
      #expect(counts.last == 3)
      token.cancel()
    }
  }
}
