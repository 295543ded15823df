/// Keeps an observation alive: it ends with `cancel()`, or when the token goes.
///
/// ```swift
/// token = store.observe { [weak self] _ in self?.reload() }
/// ```
///
/// ## Thread safety
///
/// Safe from any thread: the token only carries a `@Sendable` closure that can run more than once.
public final class ObservationToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    onCancel()
  }

  /// Ends the observation.
  ///
  /// Cancelling again does nothing.
  ///
  /// Called on the main actor, the observer is not told any more from here on, not even if it is
  /// among those that are being told right now. Called elsewhere, one call may be under way.
  public func cancel() {
    onCancel()
  }
}
