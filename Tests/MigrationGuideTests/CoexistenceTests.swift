import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: effects
enum Effect: Equatable, Sendable {
  case saveTheme(isDark: Bool)
}

let savingTheme = AppSlices.theme.effects(
  SliceEffects(
    legacy: { state, action in
      if case .setDark = action { [Effect.saveTheme(isDark: state.theme.isDark)] } else { [] }
    },
    value: { theme, action in
      if case .setDark = action { [.saveTheme(isDark: theme.isDark)] } else { [] }
    },
    perform: { effect in Disk.shared.perform(effect) }))
// endregion

/// Performs the effects of the guide.
final class Disk: Sendable {
  static let shared = Disk()
  private let line = AsyncStream.makeStream(of: Effect.self)

  func perform(_ effect: Effect) { line.continuation.yield(effect) }

  /// Returns all effects that were performed; none may follow.
  func finish() async -> [Effect] {
    line.continuation.finish()
    var effects: [Effect] = []
    for await effect in line.stream { effects.append(effect) }
    return effects
  }
}

/// Runs the code under "While both live".
@Suite struct CoexistenceTests {
  @Test func effectsHappenOnceAtEachStage() async throws {
    let store = MigrationStore(state: AppState(), entries: [.slice(savingTheme)])
    for stage in Stage.allCases {
      try store.setStage(stage, of: savingTheme)
      store.dispatch(.setDark(stage >= .lead))
    }
    store.flush()
    let expected = Stage.allCases.map { Effect.saveTheme(isDark: $0 >= .lead) }
    #expect(await Disk.shared.finish() == expected)
    #expect(store.mismatches.isEmpty)
  }

  @Test @MainActor func blocksLiveInTheNewStore() {
    let store = ValueStore(
      initialState: CopyOnWrite(AppState()),
      reducer: .hosting([AppReducers.library]) { error, _ in print(error) })
    store.dispatch(.addNote(id: 1, title: "milk"))
    #expect(store.state.read { $0.library.notes.map(\.title) } == ["milk"])
  }
}
