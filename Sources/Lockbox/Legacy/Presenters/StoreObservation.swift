import Foundation
import ReferenceRedux

/// Shows a model of the store's state, at once and after each notification that changes the model.
///
/// The presenters of the legacy app share it: it observes the notification, borrows the state, makes
/// a model, and passes the model on unless it equals the previous one.
@MainActor final class StoreObservation<Model: Equatable & Sendable> {
  private let store: LockboxStoring
  private let makeModel: @Sendable (LockboxState) -> Model
  private let show: @MainActor (Model) -> Void
  private var shown: Model?
  private var observer: NotificationObserver?

  init(
    of store: LockboxStoring,
    model makeModel: @escaping @Sendable (LockboxState) -> Model,
    show: @escaping @MainActor (Model) -> Void
  ) {
    self.store = store
    self.makeModel = makeModel
    self.show = show
    observer = NotificationObserver(of: .RDXStateDidChange, from: store) { [weak self] in
      self?.update()
    }
    update()
  }

  private func update() {
    let model = store.read(makeModel)
    guard model != shown else { return }
    shown = model
    show(model)
  }
}
