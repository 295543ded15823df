extension ComparisonSummary {
  /// Where the break-even lies, in words, from the figures of this run.
  ///
  /// - Parameter report: the figures.
  /// - Returns: sentences; none where the figures are missing.
  public func findings(_ report: BenchmarkReport) -> [String] {
    [breakEven(report), growth(report), shape(report)].compactMap { $0 }
  }

  /// From how many reads per change on snapshots are dearer than values that are copied.
  private func breakEven(_ report: BenchmarkReport) -> String? {
    let answers = sizes.compactMap { size -> String? in
      guard let snapshots = line("snapshotByObjectGraph", size, report),
        let copied = line("valueCopied", size, report)
      else { return nil }
      let place = "in a state of \(FigureFormat.grouped(Double(size)))"
      switch snapshots.readsToExceed(copied) {
      case nil: return "never \(place)"
      case 0?: return "always \(place)"
      case let reads?: return "\(Self.often(reads)) \(place)"
      }
    }
    guard !answers.isEmpty else { return nil }
    return "Mutating in place and taking a snapshot for each read costs more than copying the "
      + "value at each change from this many reads on: \(answers.joined(separator: "; "))."
  }

  /// A number of reads as people say it.
  static func often(_ reads: Double) -> String {
    guard reads < 0.5 else { return "\(FigureFormat.ratio(reads)) per change" }
    return "one in \(FigureFormat.grouped(1 / reads)) changes"
  }

  /// How far the copy of a value carries, and where it costs ten times a mutation.
  private func growth(_ report: BenchmarkReport) -> String? {
    let pairs = sizes.compactMap { size -> (size: Int, copied: Double, inPlace: Double)? in
      guard let copied = line("valueCopied", size, report),
        let inPlace = line("inPlace", size, report)
      else { return nil }
      return (size, copied.change, inPlace.change)
    }
    guard pairs.count > 1, let last = pairs.last else { return nil }
    let dear = pairs.first { $0.copied > 10 * $0.inPlace }
    let end =
      "at \(FigureFormat.grouped(Double(last.size))) it takes \(FigureFormat.time(last.copied)), "
      + "against \(FigureFormat.time(last.inPlace)) in place."
    guard let dear else {
      return "Copying the value at each change never costs ten times a mutation in place; " + end
    }
    return "Copying the value at each change costs more than ten times a mutation in place from "
      + "\(FigureFormat.grouped(Double(dear.size))) on; " + end
  }

  /// What one read per change costs in each shape, at the middle one of the sizes.
  private func shape(_ report: BenchmarkReport) -> String? {
    let measured = sizes.filter { line("snapshotByObjectGraph", $0, report) != nil }
    guard !measured.isEmpty else { return nil }
    let size = measured[measured.count / 2]
    let names = [
      ("a snapshot of a class graph", "snapshotByObjectGraph"),
      ("reduce blocks over CopyOnWrite", "blocksOverCopyOnWrite"),
      ("a snapshot of a class that holds marked values", "snapshotOfMarkedValues"),
      ("a value that is copied", "valueCopied"),
      ("a value that nobody keeps", "valueInPlace"),
    ]
    let parts = names.compactMap { text, name in
      line(name, size, report).map { "\(text) \(FigureFormat.time($0.cost(reads: 1)))" }
    }
    return "How the shape moves it, at \(FigureFormat.grouped(Double(size))) and one read per "
      + "change: \(parts.joined(separator: ", "))."
  }
}
