import LibraryStores

// Apps before the migration, which `FluxStartTests` runs. Each kind has a scope of its own, since the guide
// reuses names.

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
