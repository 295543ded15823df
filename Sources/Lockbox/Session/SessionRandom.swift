import LockboxModern

/// A random number generator with the same sequence for the same seed on every machine (SplitMix64).
struct SessionRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func happens(oneIn times: Int) -> Bool {
    Int.random(in: 0..<times, using: &self) == 0
  }

  mutating func pick<T>(_ choices: [(weight: Int, value: T)]) -> T {
    var rest = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &self)
    for choice in choices {
      rest -= choice.weight
      if rest < 0 { return choice.value }
    }
    return choices[choices.count - 1].value
  }
}

enum SessionWords {
  private static let filters = ["", "", "a", "bank", "EXAMPLE.org", "shop", "ö", "my.", "zz", "@"]
  private static let people = ["ada", "björn", "chloé", "noor", "wei", "zoë"]

  /// An account that every server refuses.
  static let unknownEmail = "stranger@mail.example"

  static func filter(using random: inout SessionRandom) -> String {
    filters.randomElement(using: &random) ?? ""
  }

  static func email(using random: inout SessionRandom) -> String {
    "\(people.randomElement(using: &random) ?? "")@mail.example"
  }

  static func password(using random: inout SessionRandom) -> Password {
    Password("typed-\(String(random.next(), radix: 36))")
  }
}
