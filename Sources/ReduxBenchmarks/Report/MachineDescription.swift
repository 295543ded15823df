internal import Foundation

/// The machine and the build that figures come from.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct MachineDescription: Sendable, Codable, Equatable {
  /// The operating system and its version.
  public let system: String
  /// The processor, as the system names it.
  public let processor: String
  /// How many processors this process may use.
  public let processors: Int
  /// The memory of the machine, in bytes.
  public let memory: UInt64
  /// How the program was compiled.
  public let build: BuildMode
  /// When the run began, as ISO 8601.
  public let date: String

  /// This machine, now.
  public static var current: MachineDescription {
    let process = ProcessInfo.processInfo
    return MachineDescription(
      system: process.operatingSystemVersionString,
      processor: processorName ?? architecture,
      processors: process.activeProcessorCount,
      memory: process.physicalMemory,
      build: .current,
      date: ISO8601DateFormatter().string(from: Date()))
  }

  private static var processorName: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") })
    else { return nil }
    return line.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown processor"
    #endif
  }
}
