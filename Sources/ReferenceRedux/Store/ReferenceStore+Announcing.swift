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
      configuration.notificationCenter.post(name: .RDXStateDidChange, object: self)
    }
    for observer in audience.observers
    where progress.withLock({ $0.audience.contains(observer.id) }) {
      observer.tell(change)
    }
    shared.endPosting()
    for waiter in progress.withLock({ $0.announcements.endPosting() }) {
      waiter.resume()
    }
  }
}
