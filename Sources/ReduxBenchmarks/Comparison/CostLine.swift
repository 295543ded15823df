/// What a change costs with so many reads after it.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
package struct CostLine: Sendable, Equatable {
  /// The cost without a read, in nanoseconds.
  package let change: Double
  /// What the first read adds.
  package let firstRead: Double
  /// What each further read adds.
  package let furtherRead: Double

  /// Describes a line from its measurements.
  ///
  /// - Parameters:
  ///   - noReads: the cost without a read.
  ///   - oneRead: the cost with one.
  ///   - furtherRead: what each further read adds.
  package init(noReads: Double, oneRead: Double, furtherRead: Double) {
    change = noReads
    firstRead = max(0, oneRead - noReads)
    self.furtherRead = max(0, furtherRead)
  }

  /// The cost with so many reads on average; less than one means that not every change is read.
  ///
  /// - Parameter reads: how many.
  /// - Returns: the cost in nanoseconds.
  package func cost(reads: Double) -> Double {
    change + min(reads, 1) * firstRead + max(0, reads - 1) * furtherRead
  }

  /// From how many reads per change on this costs more than another way.
  ///
  /// - Parameter other: the other way.
  /// - Returns: the number of reads; 0 if it costs more in any case, nil if it never does.
  package func readsToExceed(_ other: CostLine) -> Double? {
    guard change <= other.change else { return 0 }
    if cost(reads: 1) > other.cost(reads: 1) {
      return (other.change - change) / (firstRead - other.firstRead)
    }
    guard furtherRead > other.furtherRead else { return nil }
    return 1 + (other.cost(reads: 1) - cost(reads: 1)) / (furtherRead - other.furtherRead)
  }
}
