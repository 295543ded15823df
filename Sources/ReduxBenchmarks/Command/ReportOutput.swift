internal import Foundation

/// The files that a report goes to.
///
/// They are opened for writing before anything is measured, so that a wrong path is found at once.
///
/// ## Thread safety
/// Safe from any thread, but the files are shared with everybody.
package struct ReportOutput: Sendable {
  private let json: URL?
  private let html: URL?
  private let svgFolder: URL?

  /// Checks that everything can be written.
  ///
  /// - Parameter options: the paths.
  /// - Throws: `UsageError` for a path that cannot be written.
  package init(_ options: CommandOptions) throws {
    json = try options.jsonPath.map(Self.writableFile)
    html = try options.htmlPath.map(Self.writableFile)
    svgFolder = try options.svgFolder.map(Self.writableFolder)
  }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - report: the figures.
  ///   - charts: what they look like.
  ///   - title: the heading of the page.
  /// - Throws: an error of the file system, or `EncodingError`.
  package func write(_ report: BenchmarkReport, charts: [LineChart], title: String) throws {
    if let json { try report.json().write(to: json, options: .atomic) }
    if let html {
      let page = HTMLPage(title: title, report: report, charts: charts)
      try Data(page.text.utf8).write(to: html, options: .atomic)
    }
    guard let svgFolder else { return }
    for chart in charts {
      let file = svgFolder.appendingPathComponent(chart.fileName + ".svg")
      try Data(chart.svg.utf8).write(to: file, options: .atomic)
    }
    if !report.ratios.isEmpty {
      let file = svgFolder.appendingPathComponent("reach.svg")
      try Data(ReachChart(rows: report.ratios).svg.utf8).write(to: file, options: .atomic)
    }
  }

  private static func writableFile(_ path: String) throws -> URL {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    guard !isFolder.boolValue,
      exists ? files.isWritableFile(atPath: path) : files.isWritableFile(atPath: folder)
    else { throw UsageError("cannot write the file \(path)") }
    return file
  }

  private static func writableFolder(_ path: String) throws -> URL {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw UsageError("cannot make the folder \(path)")
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw UsageError("cannot write into the folder \(path)")
    }
    return folder
  }
}
