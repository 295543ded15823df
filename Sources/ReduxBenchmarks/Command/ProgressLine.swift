/// What a run shows on the standard error stream while it goes on.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
package struct ProgressLine: Sendable {
  private let rewrites: Bool

  /// Makes a line.
  ///
  /// - Parameter rewrites: whether each text replaces the one before, as on a terminal.
  package init(rewrites: Bool) {
    self.rewrites = rewrites
  }

  /// What to write.
  ///
  /// - Parameter progress: what is running.
  /// - Returns: the text, with its line break or control characters.
  package func text(for progress: BenchmarkRunner.Progress) -> String {
    let isDone = progress.groupsDone == progress.groups
    let count = "[\(min(progress.groupsDone + 1, progress.groups))/\(progress.groups)]"
    guard rewrites else { return isDone ? "" : "\(count) \(progress.title)\n" }
    return "\r\u{1B}[K" + (isDone ? "" : "\(count) \(progress.title)")
  }
}
