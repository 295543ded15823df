/// A random number generator with the same sequence for the same seed on every machine.
///
/// After G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension RandomNumberGenerator {
  /// Returns `true` once in so many times.
  package mutating func happens(oneIn times: Int) -> Bool {
    Int.random(in: 0..<times, using: &self) == 0
  }

  /// Returns one of the values, each as often as its weight says.
  package mutating func pick<T>(_ choices: [(weight: Int, value: T)]) -> T {
    var rest = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &self)
    for choice in choices {
      rest -= choice.weight
      if rest < 0 { return choice.value }
    }
    return choices[choices.count - 1].value
  }
}
