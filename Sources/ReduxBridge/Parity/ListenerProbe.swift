/// Stands for one listener in the comparison of deliveries: the listener says when it is told.
///
/// Made by ``MigrationStore/addListener(_:on:of:)``. The probe lives as long as the listener does; a
/// listener whose probe is gone is not missed.
///
/// ## Thread safety
/// Confined to the main actor, where listeners are told.
@MainActor
public final class ListenerProbe {
  /// The listener's name.
  public let name: String

  private let onTold: @MainActor () -> Void
  private nonisolated let end: @Sendable () -> Void

  init(_ name: String, onTold: @escaping @MainActor () -> Void, end: @escaping @Sendable () -> Void)
  {
    self.name = name
    self.onTold = onTold
    self.end = end
  }

  deinit { end() }

  /// Says that the listener is being told; call it where the listener receives its news.
  public func told() {
    onTold()
  }
}
