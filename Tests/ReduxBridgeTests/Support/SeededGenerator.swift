import Foundation

/// A random number generator (SplitMix64) whose seed is printed, and taken from `LANDBRIDGE_SEED`.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(_ name: String) {
    let given = ProcessInfo.processInfo.environment["LANDBRIDGE_SEED"].flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 0 ... .max))
    print("\(name): LANDBRIDGE_SEED=\(seed)")
  }

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension NotesAction {
  static func random(using generator: inout some RandomNumberGenerator) -> NotesAction {
    let id = Int.random(in: 0..<8, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .setManual(Bool.random(using: &generator))
    case 1: return .setBrightness(Double.random(in: -0.5...1.5, using: &generator))
    case 2: return .add(id: id, title: "note \(id)")
    case 3: return .rename(id: id, to: "renamed \(Int.random(in: 0..<9, using: &generator))")
    case 4: return .remove(id: id)
    case 5: return .select(id: Bool.random(using: &generator) ? id : nil)
    default: return .log("line \(id)")
    }
  }
}
