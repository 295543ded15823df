import Foundation

/// Names what runs at the moment when a process ends by a trap.
///
/// A block that meets a payload or a state that it does not expect may end the process. The text of the latest
/// run that may do so is in memory that the handler of the signal writes to standard error.
enum TrapNotice {
  nonisolated(unsafe) private static var text: UnsafeMutablePointer<CChar>?
  private static let lock = NSLock()

  /// Installs the handlers; a constant, so that it happens once.
  private static let isInstalled: Bool = {
    for number in [SIGILL, SIGTRAP] {
      signal(number) { number in
        if let text = unsafe TrapNotice.text { _ = unsafe write(2, text, strlen(text)) }
        // The next handler is that of the system.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }()

  /// Notes what runs from now on; nil for nothing that may end the process.
  static func note(_ what: String?) {
    _ = isInstalled
    lock.withLock {
      unsafe free(text)
      let line = what.map { "ParityCheck: the process ended in this run: \($0)\n" }
      unsafe text = line.flatMap { unsafe strdup($0) }
    }
  }
}
