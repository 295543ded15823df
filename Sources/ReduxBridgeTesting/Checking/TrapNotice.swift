import Foundation

/// Names what runs at the moment when a process ends by a trap.
///
/// A block that meets a payload or a state that it does not expect may end the process. The text of the latest
/// run that may do so is in memory that the handler of the signal writes to standard error.
enum TrapNotice {
  private static let capacity = 512
  nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(
    capacity: capacity)
  nonisolated(unsafe) private static var length = 0
  private static let lock = NSLock()

  /// Installs the handlers; a constant, so that it happens once.
  private static let isInstalled: Bool = {
    for number in [SIGILL, SIGTRAP] {
      signal(number) { number in
        _ = unsafe write(2, TrapNotice.text, TrapNotice.length)
        // The next handler is that of the system.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }()

  /// Notes what runs from now on.
  static func note(_ what: String) {
    _ = isInstalled
    lock.withLock {
      let line = "ParityCheck: the process ended in this run: \(what)\n".utf8.prefix(capacity)
      for (index, byte) in line.enumerated() { unsafe text[index] = byte }
      unsafe length = line.count
    }
  }

  /// Notes that nothing runs any more that may end the process.
  static func end() {
    lock.withLock { unsafe length = 0 }
  }
}
