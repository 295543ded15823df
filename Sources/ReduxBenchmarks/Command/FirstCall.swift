internal import Foundation

/// Times the first call of a case, which pays for what the process keeps: the metadata of generic types,
/// the conformances that were looked up, and the caches of the libraries.
enum FirstCall {
  /// The time of the first call in another process of this program.
  ///
  /// - Throws: ``BenchmarkError``.
  static func time(ofCase name: String) throws -> Duration {
    guard let program = Bundle.main.executableURL else {
      throw BenchmarkError.nothingToMeasure("this program was not found")
    }
    return try time(of: program, arguments: ["--first-call", name])
  }

  /// The nanoseconds in the last line that a process of the executable writes.
  ///
  /// - Throws: ``BenchmarkError``, also for a process that does not end with status 0.
  static func time(of executable: URL, arguments: [String]) throws -> Duration {
    #if os(Linux) || os(macOS)
      let process = Process()
      let output = Pipe()
      process.executableURL = executable
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      guard process.terminationReason == .exit, process.terminationStatus == 0 else {
        throw BenchmarkError.nothingToMeasure(
          "another process ended with status or signal \(process.terminationStatus)")
      }
      let line = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").last ?? ""
      guard let nanoseconds = Int(line), nanoseconds > 0 else {
        throw BenchmarkError.nothingToMeasure(
          "another process wrote \"\(line)\" instead of nanoseconds")
      }
      return .nanoseconds(nanoseconds)
    #else
      throw BenchmarkError.nothingToMeasure("this platform has no other process to try it in")
    #endif
  }
}
