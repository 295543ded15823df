internal import Foundation

/// Measures how far the memory of this process rises while something runs.
///
/// Linux keeps the highest resident size of a process and starts afresh when asked; other platforms
/// only ever raise it, so there is no figure there.
///
/// ## Thread safety
/// Safe from any thread, but other threads' memory is measured too.
package enum PeakMemory {
  /// The bytes by which the resident size rose above where it was when the body began.
  ///
  /// Free heap memory is handed back first, so that the body cannot hide in it.
  ///
  /// - Parameter body: what to watch; its result is kept until the figure is taken.
  /// - Returns: the rise, or nil where the system cannot tell.
  /// - Throws: what the body throws.
  package static func rise<Result>(during body: () throws -> Result) rethrows -> Int? {
    HeapMeter.trim()
    guard restart(), let before = resident("VmRSS:") else { return nil }
    let result = try body()
    let after = resident("VmHWM:")
    blackHole(result)
    return after.map { max(0, $0 - before) }
  }

  private static func restart() -> Bool {
    guard let control = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    defer { try? control.close() }
    return (try? control.write(contentsOf: Data("5".utf8))) != nil
  }

  private static func resident(_ field: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    return kilobytes(of: field, in: status).map { $0 * 1_024 }
  }

  /// Reads a field of a process status.
  ///
  /// - Parameters:
  ///   - field: its name, with the colon.
  ///   - status: the text of the status.
  /// - Returns: its number, or nil if it is not there.
  package static func kilobytes(of field: String, in status: String) -> Int? {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }) else {
      return nil
    }
    return Int(line.dropFirst(field.count).filter(\.isNumber))
  }
}
