import Foundation

/// The regions of the sources that a coverage run counted, as `llvm-cov export` writes them.
///
/// `swift test` exports with the tool of its own toolchain; another one may not read its profile. So this reads
/// the JSON, and runs no tool.
struct CoverageRun {
  /// A piece of code that runs as a whole; lines and columns count from 1, columns in UTF-8.
  struct Region: Hashable {
    let line: Int
    let column: Int
    let end: [Int]
  }

  private struct Export: Decodable {
    struct Unit: Decodable { let functions: [Function] }

    struct Function: Decodable {
      let filenames: [String]
      /// The two ends, the count, the file, the expanded file, and the kind: 0 is code.
      let regions: [[Int]]
    }

    let data: [Unit]
  }

  /// How often each region ran, by file; a generic function is exported once for each of its types.
  private(set) var files: [String: [Region: Int]] = [:]

  init(json path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw DraftingError(
        "there is no \(path): swift test writes it behind a run in which each test passes; "
          + "lines --help has the commands")
    }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let export = try JSONDecoder().decode(Export.self, from: data)
      for function in export.data.flatMap(\.functions) {
        for region in function.regions
        where region.count > 7 && region[7] == 0 && function.filenames.indices ~= region[5] {
          let place = Region(line: region[0], column: region[1], end: [region[2], region[3]])
          files[function.filenames[region[5]], default: [:]][place, default: 0] &+= region[4]
        }
      }
    } catch {
      throw DraftingError("\(path) is no JSON of a coverage run; lines --help has the commands")
    }
  }
}
