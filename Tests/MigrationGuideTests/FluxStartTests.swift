import LibraryStores
import ReduxBridge
import ReferenceRedux
import Testing

// region: view-model-after
@MainActor final class ThemeViewModel {
  private let store: ReferenceStore<AppState, AppAction>
  private var token: ObservationToken?
  var onChange: (() -> Void)?

  init(store: ReferenceStore<AppState, AppAction>) {
    self.store = store
    token = store.observe { [weak self] _ in self?.onChange?() }
  }

  var isDark: Bool { store.read { $0.theme.isDark } }
  var changes: Int { store.read { $0.theme.changes } }

  func toggle() {
    store.dispatch(.setDark(!isDark))
  }
}
// endregion

// region: flux-event
extension AppAction {
  var isDark: Bool? {
    if case .setDark(let isDark) = self { isDark } else { nil }
  }
}
// endregion

/// Runs the start of a Flux app and of view models.
@Suite @MainActor struct FluxStartTests {
  @Test func theFluxStoreIsAViewOfTheClassStore() async {
    var shown: [Bool] = []
    func show(_ isDark: Bool) { shown.append(isDark) }
    // region: flux-after
    let dispatcher = FluxDispatcher<AppAction>(order: .depthFirst) { print($0) }
    let appStore = ReferenceStore(state: AppState(), reducers: [AppReducers.theme])
    let theme = FluxStore(appStore, registeredWith: dispatcher)
    let switched = theme.publish { action, state in action.isDark }
    let token = switched.observe { show($0) }
    dispatcher.dispatch(.setDark(true))
    // endregion
    await appStore.settle()
    #expect(shown == [true])
    withExtendedLifetime(token) {}
  }

  @Test func everyEventIsComparedWhileTheSliceCrosses() async throws {
    typealias ThemeStore = FluxApp.ThemeStore
    typealias Dispatcher = FluxApp.Dispatcher
    let store = WithOneSlice.AppStore()
    // region: flux-events
    let (former, dispatcher) = (Dispatcher(), FluxDispatcher<AppAction>())
    let formerTheme = ThemeStore(dispatcher: former)
    let theme = FluxStore(store.facade(of: AppSlices.theme), registeredWith: dispatcher)
    let switched = theme.publish { action, theme in action.isDark }
    let lastTwo = theme.publish(replaying: 2) { action, theme in action.isDark }

    var (expected, received) = ([Bool](), [Bool]())
    formerTheme.switched.subscribe(onNext: { expected.append($0) })
    var tokens = [switched.observe { received.append($0) }]
    for stage in Stage.allCases {
      try store.setStage(stage, of: AppSlices.theme)
      for isDark in [true, false, false] {
        former.dispatch(.setDark(isDark))
        dispatcher.dispatch(.setDark(isDark))
      }
      formerTheme.lastTwo.subscribe(onNext: { expected.append($0) })
      tokens.append(lastTwo.observe { received.append($0) })
    }
    #expect(received == expected)
    // endregion
    #expect(received.count == 38)
    withExtendedLifetime(tokens) {}
  }

  @Test func anOutputDeliversAsTheSubjectThatItReplaces() async throws {
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    // region: flux-outputs
    let dispatcher = FluxDispatcher<AppAction>()
    let theme = FluxStore(store.facade(of: AppSlices.theme), registeredWith: dispatcher)
    let library = FluxStore(store.facade(of: AppSlices.library), registeredWith: dispatcher)
    let outputs = [
      "publish": theme.publish { action, _ in action.isDark },
      "replay(1)": theme.publish(replaying: 1) { action, _ in action.isDark },
      "behavior": theme.behavior { $0.isDark },
      "of another store": library.behavior { $0.isSyncing },
    ]
    dispatcher.dispatch(.setDark(true))

    var received: [String: [Bool]] = [:]
    let tokens = outputs.map { name, output in
      output.observe { received[name, default: []].append($0) }
    }
    await Task.detached {
      for isDark in [true, false, false] { dispatcher.dispatch(.setDark(isDark)) }
    }.value
    dispatcher.dispatch(.syncTapped)
    await store.settle()
    #expect(received["publish"] == [true, false, false])
    #expect(received["replay(1)"] == [true, true, false, false])
    #expect(received["behavior"] == [true, false])
    #expect(received["of another store"] == [false, true])
    // endregion
    withExtendedLifetime(tokens) {}
  }

  @Test func theViewModelReadsTheStore() async {
    let store = ReferenceStore(state: AppState(), reducers: [AppReducers.theme])
    let model = ThemeViewModel(store: store)
    var changes = 0
    model.onChange = { changes += 1 }
    model.toggle()
    #expect((model.isDark, model.changes) == (true, 1))
    await store.settle()
    #expect(changes == 1)
  }
}

/// The app before the migration, in a scope of its own, since the guide reuses names.
enum FluxApp {
  @MainActor final class Dispatcher {
    static let shared = Dispatcher()
    private var receivers: [(AppAction) -> Void] = []

    func register(_ receive: @escaping (AppAction) -> Void) { receivers.append(receive) }

    func dispatch(_ action: AppAction) { for receive in receivers { receive(action) } }
  }

  typealias PublishSubject = Subject
  typealias ReplaySubject = Subject

  // region: flux
  @MainActor final class ThemeStore {
    static let shared = ThemeStore(dispatcher: .shared)
    let switched = PublishSubject<Bool>()
    let lastTwo = ReplaySubject<Bool>.create(bufferSize: 2)

    init(dispatcher: Dispatcher) {
      dispatcher.register { [switched, lastTwo] action in
        guard case .setDark(let isDark) = action else { return }
        switched.onNext(isDark)
        lastTwo.onNext(isDark)
      }
    }
  }
  // endregion
}
