import Foundation

/// The source of the logins: a file of the user, or the sample.
enum LoginsFile: Hashable {
  case sample
  case file(path: String)

  /// The name of the source in texts.
  var name: String {
    switch self {
    case .sample: "the sample"
    case .file(let path): path
    }
  }

  /// Reads the whole content, or throws an ``ImportError``.
  func bytes() throws -> [UInt8] {
    switch self {
    case .sample:
      guard let url = Bundle.module.url(forResource: "sample-logins", withExtension: "csv") else {
        throw ImportError("the sample is missing next to the program")
      }
      return try Self.content(of: url)
    case .file(let path):
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw ImportError("there is no such file")
      }
      guard !isDirectory.boolValue else { throw ImportError("this is a folder, not a file") }
      return try Self.content(of: URL(fileURLWithPath: path))
    }
  }

  private static func content(of url: URL) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw ImportError("the file cannot be read")
    }
  }
}
