import LockboxModern
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

  /// The most bytes of a file, which hold some 100,000 logins.
  static let mostBytes = 32 << 20

  /// Reads the whole content, or throws an ``ImportError``.
  ///
  /// It reads no more than the limit, since a pipe or a device may be longer than its size says.
  func bytes(
    atMost limit: Int = mostBytes, places: [URL] = Self.resourceFolders
  ) throws -> [UInt8] {
    switch self {
    case .sample:
      let files = places.map { $0.appendingPathComponent("sample-logins.csv").path }
      guard let path = files.first(where: FileManager.default.fileExists) else {
        throw ImportError(
          "its file is missing: \(Self.resources) must stand next to the program, or name a file")
      }
      return try Self.content(of: path, atMost: limit)
    case .file(let path):
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw ImportError("there is no such file")
      }
      guard !isDirectory.boolValue else { throw ImportError("this is a folder, not a file") }
      return try Self.content(of: path, atMost: limit)
    }
  }

  private static func content(of path: String, atMost limit: Int) throws -> [UInt8] {
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

  /// The name of the folder with the resources, as the build makes it.
  private static let resources = "Landbridge_Lockbox.resources"

  /// Where the resources may be: next to the program, or to the tests.
  ///
  /// `Bundle.module` ends the process if they are elsewhere.
  static var resourceFolders: [URL] {
    final class Anchor {}
    var folders: [URL] = []
    for bundle in [Bundle.main, Bundle(for: Anchor.self)] {
      folders += [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
      if let folder = bundle.resourceURL { folders.append(folder) }
      if let program = bundle.executableURL { folders.append(program.deletingLastPathComponent()) }
    }
    return folders.flatMap { folder in
      [
        folder.appendingPathComponent(resources),
        folder.appendingPathComponent("Landbridge_Lockbox.bundle/Contents/Resources"),
        folder.appendingPathComponent("Landbridge_Lockbox.bundle"),
      ]
    }
  }
}
