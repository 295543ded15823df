package import Foundation

/// A file that a program reads whole.
package enum InputFile {
  /// Returns the content of a file.
  ///
  /// It reads no more than the limit, since a pipe or a device may be longer than its size says.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The most bytes.
  ///   - kind: What the file should be, which the error of a longer one names.
  /// - Returns: The bytes of the whole file.
  /// - Throws: `InputError`, with the reason.
  package static func bytes(
    of path: String, atMost limit: Int, expecting kind: String
  ) throws(InputError) -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw InputError("there is no such file")
    }
    guard !isDirectory.boolValue else { throw InputError("this is a folder, not a file") }
    var bytes: [UInt8] = []
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      while bytes.count <= limit, let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
        bytes += part
      }
    } catch {
      throw InputError("the file cannot be read")
    }
    guard bytes.count <= limit else {
      throw InputError("the file is longer than \(limit >> 20) MB, so it is no \(kind)")
    }
    return bytes
  }

  /// Returns the path of a resource of a target, or `nil` if it is in none of the folders.
  ///
  /// `Bundle.module` ends the process if the resources are elsewhere.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - bundle: The name of the bundle without its extension: package, underscore, target.
  ///   - folders: Where the bundle may be; by default next to the program, or to the tests.
  /// - Returns: The path of the first such file.
  package static func resource(
    _ name: String, of bundle: String, in folders: [URL] = programFolders
  ) -> String? {
    let places = folders.flatMap { folder in
      ["\(bundle).resources", "\(bundle).bundle/Contents/Resources", "\(bundle).bundle"]
        .map { folder.appendingPathComponent($0).appendingPathComponent(name).path }
    }
    return places.first(where: FileManager.default.fileExists)
  }

  /// The folders next to the program, and to the tests.
  package static var programFolders: [URL] {
    final class Anchor {}
    return [Bundle.main, Bundle(for: Anchor.self)].flatMap { program in
      [
        program.bundleURL, program.bundleURL.deletingLastPathComponent(), program.resourceURL,
        program.executableURL?.deletingLastPathComponent(),
      ].compactMap { $0 }
    }
  }
}

/// Why an input is invalid: the place and the reason.
///
/// No reason may contain the content of the input, which may be secret.
package struct InputError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1; `nil` if the input as a whole is invalid.
  package let line: Int?
  /// The name of the column, or its number.
  package let column: String?
  package let reason: String

  package init(line: Int? = nil, column: String? = nil, _ reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  package var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let column { place.append("column \(Int(column) == nil ? "\"\(column)\"" : column)") }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
