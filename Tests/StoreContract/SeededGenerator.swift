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

/// How many of its cases a test tries.
///
/// Few by default, so that `swift test` does not take long. With `LANDBRIDGE_SOAK=1` in the environment all
/// of them, in any build, though meant for a release build, which is ten times faster: CI runs that. The
/// fewest under a sanitizer, whatever the environment says.
package enum TestVolume {
  /// Whether this process runs under the thread or the address sanitizer.
  package static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in
    dlsym(dlopen(nil, RTLD_NOW), name) != nil
  }

  /// Whether the tests run in full.
  package static let isSoak =
    ProcessInfo.processInfo.environment["LANDBRIDGE_SOAK"] == "1" && !isSanitized

  /// The number of random scripts, actions or rounds of a test: the usual one, that of a run in full, or that
  /// under a sanitizer, by default the usual one.
  package static func count(_ usual: Int, soak: Int, sanitized: Int? = nil) -> Int {
    isSanitized ? sanitized ?? usual : isSoak ? soak : usual
  }

  /// Every case in a run in full, and else one in so many, from the first on.
  package static func cases<Case>(of all: [Case], oneIn usual: Int, sanitized: Int) -> [Case] {
    stride(from: 0, to: all.count, by: count(usual, soak: 1, sanitized: sanitized)).map { all[$0] }
  }
}
