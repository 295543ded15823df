package import Foundation

/// Tries a case in a process of its own, because it might end it.
///
/// ## Thread safety
/// Safe from any thread because it has no state.
package enum ProcessProbe {
  /// What happened to a process of this program that ran the case once, or nil if nothing did.
  ///
  /// - Parameter name: the name of the case.
  /// - Returns: what happened, in words, or nil.
  package static func failure(ofCase name: String) -> String? {
    guard let executable = Bundle.main.executableURL else { return "this program was not found" }
    return failure(of: executable, arguments: ["--probe", name])
  }

  /// What happened to a process, or nil if it ended with status 0.
  ///
  /// - Parameters:
  ///   - executable: the program.
  ///   - arguments: its arguments.
  /// - Returns: what happened, in words, or nil.
  package static func failure(of executable: URL, arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return "could not be tried in another process: \(error)"
    }
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return nil
    case (.exit, let status): return "failed in a process of its own, with status \(status)"
    case (_, let signal): return "crashed a process of its own, with signal \(signal)"
    }
  }
}
