// Apps before the migration, which `FluxStartTests` runs. Each kind has a scope of its own, since the guide
// reuses names.

enum FluxApp {
  @MainActor final class Dispatcher {
    static let shared = Dispatcher()
    private var receivers: [(AppAction) -> Void] = []

    func register(_ receive: @escaping (AppAction) -> Void) { receivers.append(receive) }

    func dispatch(_ action: AppAction) { for receive in receivers { receive(action) } }
  }

  /// The subjects of RxSwift, as far as the block uses them: it replays the last `bufferSize` events.
  @MainActor final class Subject<Element> {
    private let bufferSize: Int
    private var replayed: [Element] = []
    private var observers: [(Element) -> Void] = []

    init(bufferSize: Int = 0) { self.bufferSize = bufferSize }

    static func create(bufferSize: Int) -> Subject { Subject(bufferSize: bufferSize) }

    func onNext(_ element: Element) {
      replayed = (replayed + [element]).suffix(bufferSize)
      for observer in observers { observer(element) }
    }

    func subscribe(onNext: @escaping (Element) -> Void) {
      for element in replayed { onNext(element) }
      observers.append(onNext)
    }
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
