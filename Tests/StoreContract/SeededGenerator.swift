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

  /// Makes the generator of a random test from ``TestSeed/current``, and prints what repeats the test.
  ///
  /// - Parameter name: The name of the test, printed with the seed.
  package init(_ name: String) {
    self.init(seed: TestSeed.current)
    print("\(name): \(TestSeed.repeating)")
  }

  package mutating func next() -> UInt64 { generator.next() }
}
