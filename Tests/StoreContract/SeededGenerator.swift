import Foundation

/// A random number generator (SplitMix64) that gives the same numbers for the same seed.
///
/// After G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
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

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
