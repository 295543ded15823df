/// Fetches the changes of other devices, one sync at a time.
@MainActor final class SyncActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private var sync: Task<Void, Never>?

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  /// Starts a sync, unless one is running.
  func start() {
    guard sync == nil else { return }
    dispatcher.dispatch(.sync(.started))
    sync = Task {
      let changes = await services.sync.fetchChanges()
      dispatcher.dispatch(.sync(.finished(changes, at: services.clock.now)))
      sync = nil
    }
  }

  var isBusy: Bool { sync != nil }
}
