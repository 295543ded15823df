import Foundation
import ReferenceRedux

/// Shows what the store holds, now and after each of its notifications that changed it.
///
/// This is what every presenter of the legacy app would otherwise write by hand: observe the
/// store's notification, borrow the state, make a model of it, and pass the model on unless it is
/// the one that is shown already.
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
