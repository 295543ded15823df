internal import Foundation

extension ReferenceStore {
  /// Tells everybody of the changes so far: one turn of the main actor.
  @MainActor
  func announce() {
    let (audience, change) = progress.withLock { progress in
      progress.announcements.beginPosting()
      return (progress.audience, StoreChange(actionsReduced: progress.actionsReduced))
    }
    shared.beginPosting()
    for hook in audience.hooks {
      hook.run()
    }
    if configuration.postsNotifications {
      post()
    }
    for observer in audience.observers
    where progress.withLock({ $0.audience.contains(observer.id) }) {
      observer.tell(change)
    }
    for hook in audience.endHooks {
      hook(change)
    }
    shared.endPosting()
    for waiter in progress.withLock({ $0.announcements.endPosting() }) {
      waiter.resume()
    }
  }

  @MainActor
  private func post() {
    configuration.notificationCenter.post(name: .RDXStateDidChange, object: self)
    #if !canImport(Darwin)
      if configuration.postsTypedMessages {
        configuration.notificationCenter.post(
          StateDidChangeMessage<State, Action>(store: self), subject: self)
      }
    #endif
  }
}
