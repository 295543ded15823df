import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing

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

// region: tasks
enum SyncEffect: Equatable, Sendable { case load }

let syncingLibrary = AppSlices.library.effects(
  SliceEffects(
    legacy: { _, action in action == .syncTapped ? [SyncEffect.load] : [] },
    value: { _, action in action == .syncTapped ? [.load] : [] },
    perform: { _ in Task { SyncStore.shared.dispatch(.synced(await Server.titles())) } }))

final class SyncStore: MigrationStore<AppState, AppAction>, @unchecked Sendable {
  static let shared = SyncStore()

  init() { super.init(state: AppState(), entries: [.slice(syncingLibrary)]) }
}
// endregion

enum Server { static func titles() async -> [String] { ["milk"] } }

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

  @Test @MainActor func aTaskStartsOnceAtEachStage() async throws {
    let store = SyncStore.shared
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = store.observe { _ in continuation.yield() }
    for stage in Stage.allCases {
      try store.setStage(stage, of: syncingLibrary)
      store.dispatch(.syncTapped)
      for await _ in changes where store.read({ !$0.library.isSyncing }) { break }
    }
    token.cancel()
    #expect(store.read { $0.library.notes.count } == Stage.allCases.count)
    #expect(store.mismatches.isEmpty)
  }
}
