import Foundation

/// The output of the program, apart from its errors.
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
