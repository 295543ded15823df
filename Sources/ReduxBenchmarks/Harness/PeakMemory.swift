internal import Foundation

/// Measures how far the resident memory of this process rises during some work.
///
/// Linux can reset the recorded peak of a process. Other platforms cannot, and the result there is nil.
package enum PeakMemory {
  /// The bytes by which the peak during `body` exceeds the resident size before it.
  ///
  /// Free heap memory is returned to the system first, so that it cannot absorb what the body allocates.
  /// The result of the body is kept until the figure is taken.
  ///
  /// - Throws: An error of the body.
  package static func rise<Result>(during body: () throws -> Result) rethrows -> Int? {
    trim()
    guard resetPeak(), let before = resident("VmRSS:") else { return nil }
    let result = try body()
    let after = resident("VmHWM:")
    blackHole(result)
    return after.map { max(0, $0 - before) }
  }

  private static func trim() {
    #if canImport(Glibc)
      typealias MallocTrim = @convention(c) (Int) -> Int32
      guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
      _ = unsafe unsafeBitCast(symbol, to: MallocTrim.self)(0)
    #endif
  }

  private static func resetPeak() -> Bool {
    guard let control = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    defer { try? control.close() }
    return (try? control.write(contentsOf: Data("5".utf8))) != nil
  }

  private static func resident(_ field: String) -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return status.flatMap { kilobytes(of: field, in: $0) }.map { $0 * 1_024 }
  }

  /// The number in a field of a process status, whose name includes the colon.
  static func kilobytes(of field: String, in status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }
}
