import Foundation

/// The source of the logins: a file of the user, or the sample.
enum LoginsFile: Hashable {
  case sample
  case file(path: String)

  var name: String {
    switch self {
    case .sample: "the sample"
    case .file(let path): path
    }
  }

  /// The most bytes of a file, which hold some 100,000 logins.
  static let mostBytes = 32 << 20

  /// Reads the whole content, or throws an ``ImportError``.
  ///
  /// It reads no more than the limit, since a pipe or a device may be longer than its size says.
  func bytes(
    atMost limit: Int = mostBytes, places: [URL] = Self.resourceFolders
  ) throws -> [UInt8] {
    let path: String
    switch self {
    case .sample:
      let files = places.map { $0.appendingPathComponent("sample-logins.csv").path }
      guard let found = files.first(where: FileManager.default.fileExists) else {
        throw ImportError(
          "its file is missing: \(Self.resources) must stand next to the program, or name a file")
      }
      path = found
    case .file(let given):
      path = given
    }
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw ImportError("there is no such file")
    }
    guard !isDirectory.boolValue else { throw ImportError("this is a folder, not a file") }
    var bytes: [UInt8] = []
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      while bytes.count <= limit, let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
        bytes += part
      }
    } catch {
      throw ImportError("the file cannot be read")
    }
    guard bytes.count <= limit else {
      throw ImportError("the file is longer than \(limit >> 20) MB, so it is no logins export")
    }
    return bytes
  }

  private static let resources = "Landbridge_Lockbox.resources"

  /// Where the resources may be: next to the program, or to the tests.
  ///
  /// `Bundle.module` ends the process if they are elsewhere.
  static var resourceFolders: [URL] {
    final class Anchor {}
    let bundle = "Landbridge_Lockbox.bundle"
    return [Bundle.main, Bundle(for: Anchor.self)].flatMap { program in
      [
        program.bundleURL, program.bundleURL.deletingLastPathComponent(), program.resourceURL,
        program.executableURL?.deletingLastPathComponent(),
      ].compactMap { $0 }
    }.flatMap { folder in
      [resources, "\(bundle)/Contents/Resources", bundle].map(folder.appendingPathComponent)
    }
  }
}
