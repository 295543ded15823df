import Foundation

/// A clipboard that keeps every copied text.
//
// Sendable because
// 1. `texts` is the only mutable state, and
// 2. it is read and written under `lock` alone.
final class RecordingPasteboard: Pasteboard, @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [Password] = []

  var copied: [Password] { lock.withLock { texts } }

  func put(_ text: Password) {
    lock.withLock { texts.append(text) }
  }
}
