extension Password: CustomStringConvertible, CustomDebugStringConvertible {
  var description: String { Self.mask }
  var debugDescription: String { Self.mask }
}

extension Password: CustomReflectable {
  /// A mirror without children, so that reflection shows nothing.
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Password: CustomPlaygroundDisplayConvertible {
  var playgroundDescription: Any { Self.mask }
}
