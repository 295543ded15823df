import Foundation

/// Where the logins come from: a file of the user's own, or the sample.
enum LoginsFile: Hashable {
  case sample
  case file(path: String)

  /// How the source is called in what a person reads.
  var name: String {
    switch self {
    case .sample: "the sample"
    case .file(let path): path
    }
  }

  /// The whole content, or an ``ImportError`` that says why there is none.
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
