import ObjectGraph
import ReduxBridge

/// The states that a search has reached, each by its fingerprint, with the action that led there.
///
/// It takes 22 bytes per state and 5 to 11 for the table of positions, twice as much while an array
/// grows.
struct VisitedStates: Sendable {
  private var fingerprints: [GraphFingerprint] = []
  private var parents: [UInt32] = []
  private var actions: [UInt16] = []
  /// Open addressing: a position in `fingerprints` plus one, or 0.
  private var table = [UInt32](repeating: 0, count: 64)

  /// The largest number of actions and of states that fit.
  static let limits = (actions: Int(UInt16.max), states: Int(UInt32.max) - 1)

  var count: Int { fingerprints.count }

  subscript(index: Int) -> GraphFingerprint { fingerprints[index] }

  func contains(_ fingerprint: GraphFingerprint) -> Bool {
    table[place(of: fingerprint)] != 0
  }

  /// Adds a state; false if it was reached before.
  mutating func insert(_ fingerprint: GraphFingerprint, after parent: Int, by action: Int) -> Bool {
    let place = place(of: fingerprint)
    guard table[place] == 0 else { return false }
    fingerprints.append(fingerprint)
    parents.append(UInt32(parent))
    actions.append(UInt16(action))
    table[place] = UInt32(fingerprints.count)
    if fingerprints.count * 4 > table.count * 3 { grow() }
    return true
  }

  /// The actions that lead to a state, by their positions.
  func path(to index: Int) -> [Int] {
    var path: [Int] = []
    var index = index
    while index != 0 {
      path.append(Int(actions[index]))
      index = Int(parents[index])
    }
    return path.reversed()
  }

  private func place(of fingerprint: GraphFingerprint) -> Int {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: fingerprint.low) & mask
    while table[place] != 0, fingerprints[Int(table[place]) - 1] != fingerprint {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    table = [UInt32](repeating: 0, count: table.count * 2)
    for index in fingerprints.indices {
      table[place(of: fingerprints[index])] = UInt32(index + 1)
    }
  }
}
