/// Fetches what other devices changed, one sync at a time.
@MainActor final class SyncActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private var sync: Task<Void, Never>?

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  /// Does nothing while a sync is under way.
  func start() {
    guard sync == nil else { return }
    dispatcher.dispatch(.sync(.started))
    sync = Task {
      let changes = await services.sync.fetchChanges()
      dispatcher.dispatch(.sync(.finished(changes, at: services.clock.now)))
      sync = nil
    }
  }

  /// Returns when no sync is under way.
  func finish() async {
    await sync?.value
  }
}
