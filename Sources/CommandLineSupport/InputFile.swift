internal import Foundation

/// A file that a program reads whole.
package enum InputFile {
  /// Returns the content of a file; the error of one that is too long names the kind that it should be.
  ///
  /// It reads no more than the limit, since a pipe or a device may be longer than its size says.
  package static func bytes(
    of path: String, atMost limit: Int, expecting kind: String
  ) throws(InputError) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw InputError("there is no such file")
    }
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
}

/// Why an input is invalid: the place and the reason.
///
/// No reason may contain the content of the input, which may be secret.
package struct InputError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1; `nil` if the input as a whole is invalid.
  package let line: Int?
  package let column: String?
  package let reason: String

  package init(line: Int? = nil, column: String? = nil, _ reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  package var description: String {
    let place = [line.map { "line \($0)" }, column.map { "column \"\($0)\"" }].compactMap { $0 }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
