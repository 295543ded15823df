// Compiled where there is an Objective-C runtime; no test runs it.
#if canImport(ObjectiveC)
  import Foundation
  import ReferenceRedux

  // region: wrapper
  @objc(NotesStore) final class NotesStore: NSObject, Sendable {
    @objc static let shared = NotesStore(AppStore.shared)

    private let appStore: ReferenceStore<AppState, AppAction>

    init(_ appStore: ReferenceStore<AppState, AppAction>) {
      self.appStore = appStore
    }

    /// The object of the notification.
    @objc var store: AnyObject { appStore }

    @objc var isDark: Bool { appStore.read { $0.theme.isDark } }

    @objc func setDark(_ isDark: Bool) {
      appStore.dispatch(.setDark(isDark))
    }
  }
  // endregion

  private typealias AppStore = OnTheClassStore.AppStore
#endif
