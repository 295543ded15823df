import Foundation

/// Where the program writes: what a person came for, and apart from it what goes wrong.
@MainActor protocol Console: AnyObject {
  func out(_ line: String)
  func error(_ text: String)
}

/// Standard output and standard error.
final class StandardConsole: Console {
  func out(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
