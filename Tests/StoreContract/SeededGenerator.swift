internal import CommandLineSupport
import Foundation

/// A random number generator of tests, which gives the same numbers for the same seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var generator: SplitMix64

  package init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix64(seed: seed)
  }

  /// Makes the generator of a random test: its seed is the environment's `LANDBRIDGE_SEED`, or
  /// random where that is not set, and is printed, so that a failure can be repeated.
  ///
  /// - Parameter name: The name of the test, printed with the seed.
  package init(_ name: String) {
    let given = ProcessInfo.processInfo.environment["LANDBRIDGE_SEED"].flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 0 ... .max))
    print("\(name): LANDBRIDGE_SEED=\(seed)")
  }

  package mutating func next() -> UInt64 { generator.next() }
}
