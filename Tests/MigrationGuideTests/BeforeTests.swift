import Foundation
import Testing

// Apps before the migration. Each kind has a scope of its own, since the guide reuses names.

enum ArchivedApp {
  // region: archived-state
  final class ThemeSettings: NSObject, NSCoding {
    var isDark = false
    var changes = 0

    override init() {}

    init?(coder: NSCoder) {
      isDark = coder.decodeBool(forKey: "isDark")
      changes = coder.decodeInteger(forKey: "changes")
    }

    func encode(with coder: NSCoder) {
      coder.encode(isDark, forKey: "isDark")
      coder.encode(changes, forKey: "changes")
    }
  }
  // endregion
}

enum FluxApp {
  enum ThemeAction {
    case setDark(Bool)
  }

  @MainActor final class Dispatcher {
    static let shared = Dispatcher()
    private var receivers: [(ThemeAction) -> Void] = []

    func register(_ receive: @escaping (ThemeAction) -> Void) {
      receivers.append(receive)
    }

    func dispatch(_ action: ThemeAction) {
      for receive in receivers { receive(action) }
    }
  }

  // region: flux
  @MainActor final class ThemeStore {
    static let shared = ThemeStore(dispatcher: .shared)
    private(set) var isDark = false
    var onChange: ((Bool) -> Void)?

    init(dispatcher: Dispatcher) {
      dispatcher.register { [weak self] action in
        guard case .setDark(let isDark) = action else { return }
        self?.isDark = isDark
        self?.onChange?(isDark)
      }
    }
  }
  // endregion
}

enum ViewModelApp {
  // region: view-model
  @MainActor final class ThemeViewModel {
    private(set) var isDark = false
    private(set) var changes = 0
    var onChange: (() -> Void)?

    func toggle() {
      isDark.toggle()
      changes += 1
      onChange?()
    }
  }
  // endregion
}

/// Runs the code under "Before you begin".
@Suite struct BeforeTests {
  @Test func anArchiveOfTheOldClassIsRead() throws {
    let old = ArchivedApp.ThemeSettings()
    old.isDark = true
    old.changes = 7
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    old.encode(with: archiver)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let theme = try #require(ArchivedApp.ThemeSettings(coder: reader))
    #expect(theme.isDark)
    #expect(theme.changes == 7)
  }

  @Test @MainActor func theFluxStoreHearsItsDispatcher() {
    let dispatcher = FluxApp.Dispatcher()
    let store = FluxApp.ThemeStore(dispatcher: dispatcher)
    var shown: [Bool] = []
    store.onChange = { shown.append($0) }
    dispatcher.dispatch(.setDark(true))
    #expect(store.isDark)
    #expect(shown == [true])
  }

  @Test @MainActor func theViewModelHoldsItsState() {
    let model = ViewModelApp.ThemeViewModel()
    var changes = 0
    model.onChange = { changes += 1 }
    model.toggle()
    #expect(model.isDark)
    #expect(model.changes == 1)
    #expect(changes == 1)
  }
}
