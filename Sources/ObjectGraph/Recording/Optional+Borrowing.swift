extension Optional where Wrapped: ~Copyable {
  /// Hands the value to `body`, if there is one, without copying the optional.
  ///
  /// In generic code a copy of an optional looks its type up in the runtime's tables, which costs more
  /// than recording the value.
  @inline(__always)
  borrowing func borrowed(_ body: (borrowing Wrapped) throws -> Void) rethrows {
    switch self {
    case .some(let value): try body(value)
    case .none: return
    }
  }
}
