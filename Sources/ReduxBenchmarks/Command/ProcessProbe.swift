internal import Foundation

/// Tries a case in another process, because it may end the process.
enum ProcessProbe {
  /// What went wrong when another process of this program ran the case once, or nil.
  static func failure(ofCase name: String) -> String? {
    guard let executable = Bundle.main.executableURL else { return ProcessFailure.noProgram.reason }
    return failure(of: executable, arguments: ["--probe", name])
  }

  /// What went wrong in a process of the executable, or nil if it ended with status 0.
  static func failure(of executable: URL, arguments: [String]) -> String? {
    do {
      _ = try ProcessOutput.text(of: executable, arguments: arguments)
      return nil
    } catch {
      return error.reason
    }
  }
}

/// Times the first call of a case, which pays for what the process keeps: the metadata of generic types,
/// the conformances that were looked up, and the caches of the libraries.
enum FirstCall {
  /// The time of the first call in another process of this program.
  ///
  /// - Throws: `ProcessFailure`.
  static func time(ofCase name: String) throws -> Duration {
    guard let executable = Bundle.main.executableURL else { throw ProcessFailure.noProgram }
    return try time(of: executable, arguments: ["--first-call", name])
  }

  /// The nanoseconds in the last line that a process of the executable writes.
  ///
  /// - Throws: `ProcessFailure`.
  static func time(of executable: URL, arguments: [String]) throws -> Duration {
    let text = try ProcessOutput.text(of: executable, arguments: arguments)
    let line = text.split(separator: "\n").last ?? ""
    guard let nanoseconds = Int(line), nanoseconds > 0 else {
      throw ProcessFailure(reason: "another process wrote \"\(line)\" instead of nanoseconds")
    }
    return .nanoseconds(nanoseconds)
  }
}

/// Why another process has no result.
struct ProcessFailure: Error, Equatable, CustomStringConvertible {
  let reason: String

  var description: String { reason }

  static let noProgram = ProcessFailure(reason: "this program was not found")
}

private enum ProcessOutput {
  /// What a process of the executable writes to both standard streams until it ends with status 0.
  static func text(of executable: URL, arguments: [String]) throws(ProcessFailure) -> String {
    #if os(Linux) || os(macOS)
      let process = Process()
      // One pipe for both: with two, the process could wait for a reader of the other one.
      let pipe = Pipe()
      process.executableURL = executable
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      let data: Data?
      do {
        try process.run()
        data = try pipe.fileHandleForReading.readToEnd()
      } catch {
        throw ProcessFailure(reason: "could not be tried in another process: \(error)")
      }
      process.waitUntilExit()
      let text = String(decoding: data ?? Data(), as: UTF8.self)
      func failure(_ reason: String) -> ProcessFailure {
        let line = text.split(separator: "\n").first.map { ": \($0.prefix(200))" } ?? ""
        return ProcessFailure(reason: reason + line)
      }
      switch (process.terminationReason, process.terminationStatus) {
      case (.exit, 0): return text
      case (.exit, let status): throw failure("failed in another process, with status \(status)")
      case (_, let signal): throw failure("crashed another process, with signal \(signal)")
      }
    #else
      throw ProcessFailure(reason: "this platform has no other process to try it in")
    #endif
  }
}
