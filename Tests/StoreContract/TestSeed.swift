import Foundation

/// The seed of all random tests of a run.
///
/// It is pinned, so that `swift test` never fails by luck; the nightly job takes another one each time, by
/// `LANDBRIDGE_SEED` in the environment. A test type whose sets matter combines it first in `hash(into:)`, so
/// that their order depends on the seed where Swift seeds no hashes itself:
///
///     func hash(into hasher: inout Hasher) {
///       hasher.combine(TestSeed.current)
///       hasher.combine(id)
///     }
package enum TestSeed {
  package static let current =
    ProcessInfo.processInfo.environment["LANDBRIDGE_SEED"].flatMap(UInt64.init) ?? 20_261_121

  /// The variables that repeat a random test of this run.
  ///
  /// Swift seeds its hashes anew in each process, and has no variable that repeats such a seed, but one that
  /// takes none: a failure that depends on the order of a set repeats exactly if the run that failed had that
  /// variable, as CI's runs have.
  package static var repeating: String {
    "LANDBRIDGE_SEED=\(current) SWIFT_DETERMINISTIC_HASHING=1"
  }
}
