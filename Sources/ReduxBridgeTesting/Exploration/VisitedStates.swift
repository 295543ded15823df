import ObjectGraph
import ReduxBridge

/// The states that a search has reached, each by its fingerprint, with the action that led there.
///
/// It takes 33 to 66 bytes per state, twice as much while a part of it grows.
struct VisitedStates: Sendable {
  private var positions: [GraphFingerprint: UInt32] = [:]
  private var parents: [UInt32] = []
  private var actions: [UInt16] = []

  /// The largest number of actions and of states that fit.
  static let limits = (actions: Int(UInt16.max), states: Int(UInt32.max))

  var count: Int { parents.count }

  /// The position of a state; nil if it was not reached.
  subscript(fingerprint: GraphFingerprint) -> Int? { positions[fingerprint].map { Int($0) } }

  /// Adds a state; false if it was reached before.
  mutating func insert(_ fingerprint: GraphFingerprint, after parent: Int, by action: Int) -> Bool {
    guard positions[fingerprint] == nil else { return false }
    positions[fingerprint] = UInt32(count)
    parents.append(UInt32(parent))
    actions.append(UInt16(action))
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
}
