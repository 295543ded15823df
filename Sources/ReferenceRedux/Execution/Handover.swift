/// Carries a value that nobody else holds to another thread.
///
/// `Result` and the continuations of this Swift version cannot carry a `sending` value.
///
/// `@unchecked Sendable` because:
/// 1. `value` came in as `sending`: no other reference into it exists.
/// 2. It is private and leaves through `take()`, which consumes the only copy that is used: every
///    caller in this module makes one, sends it once, and takes from it once.
struct Handover<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  consuming func take() -> sending Value {
    nonisolated(unsafe) let value = value
    return value
  }
}
