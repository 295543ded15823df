import Observation
import Testing
import ValueRedux

#if canImport(SwiftUI)
  import SwiftUI
#endif

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
// region: screen-model
@MainActor @Observable final class ThemeModel {
  private let store: ValueStore<AppValue, AppAction>
  private let theme: ObservedValue<ThemeValue>

  init(_ store: ValueStore<AppValue, AppAction>) {
    self.store = store
    theme = store.observed(\.theme)
  }

  var isDark: Bool {
    get { theme.value.isDark }
    set { store.dispatch(.setDark(newValue)) }
  }

  var changes: Int { theme.value.changes }
}
// endregion

// Not compiled on Linux, which has no SwiftUI, and not run yet.
#if canImport(SwiftUI)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  // region: screen
  struct ThemeScreen: View {
    @Environment(ThemeModel.self) private var model

    var body: some View {
      @Bindable var model = model
      Form {
        Toggle("Dark", isOn: $model.isDark)
        Text("Changed \(model.changes) times")
      }
    }
  }

  // endregion
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  // region: screen
  #Preview {
    ThemeScreen()
      .environment(ThemeModel(ValueStore(initialState: AppValue(), reducer: AppValue.reducer)))
  }
  // endregion

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  // region: app
  struct NotesScene: Scene {
    @State private var model = ThemeModel(
      ValueStore(initialState: AppValue(), reducer: AppValue.reducer))

    var body: some Scene {
      WindowGroup {
        ThemeScreen().environment(model)
      }
    }
  }
// endregion
#endif

/// Runs what of the SwiftUI page Observation alone can run.
@Suite @MainActor struct SwiftUIArticleTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func settingAPropertyOfTheModelDispatchesAndNotifies() {
    let model = ThemeModel(ValueStore(initialState: AppValue(), reducer: AppValue.reducer))
    // The closure is `@Sendable`, and runs on the main actor.
    nonisolated(unsafe) var updates = 0
    withObservationTracking {
      #expect(!model.isDark)
    } onChange: {
      updates += 1
    }
    model.isDark = true
    #expect(updates == 1)
    #expect((model.isDark, model.changes) == (true, 1))
  }
}
