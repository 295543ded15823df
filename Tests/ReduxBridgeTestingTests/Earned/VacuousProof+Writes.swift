import ReduxBridge
import Testing

@testable import BridgeTestApps

extension VacuousProof {
  private typealias Write = @Sendable (KeyringState, KeyringValue) -> Void

  private static let projections: [(String, String, [KeyringAction], Write)] = [
    (
      "write does more", "changed, value changed by write", all,
      {
        Keyring.projection.write($0, $1)
        $0.launches = 9
      }
    ),
    (
      "write adds", "[projection]: after action 6 .remove", all,
      {
        let earlier = $0.logins
        Keyring.projection.write($0, $1)
        $0.logins = earlier + $0.logins
      }
    ),
    (
      "write sorts", "[projection]: after action 3 .select", [.add(2), .add(1), .select(id: 2)],
      {
        Keyring.projection.write($0, $1)
        $0.logins.sort { $0.id < $1.id }
      }
    ),
  ]

  /// A shop whose flag is two texts, with what its block does besides.
  static func flagged(
    at paths: [String] = ["orders.failure", "audit.last"],
    also change: @escaping @Sendable (ShopState) -> Void = { _ in }
  ) -> ShopParts {
    var parts = ShopParts()
    parts.unclaimed = []
    (parts.flag, parts.flagPaths) = ({ $0.audit.last.isEmpty ? nil : $0.orders.failure }, paths)
    parts.orders.block("fail") { state in
      state.audit.last = "failed"
      change(state)
    }
    parts.orders.block("dismiss") { $0.audit.last = "" }
    return parts
  }

  private static let flags = [
    ("a field beside a flag of two", "at audit.entries: ", flagged { $0.audit.entries += 1 }),
    (
      "a path of a flag with a typo", "at orders.failure: ",
      flagged(at: ["orders.failed", "audit.last"])
    ),
    ("one of two paths of a flag", "at audit.last: ", flagged(at: ["orders.failure"])),
  ]

  static let writes = [Stage.shadow, .lead].flatMap { stage in
    projections.map { name, finding, actions, write in
      VacuousProof("\(name), at \(stage)", finds: finding) {
        let logins = Keyring.logins(write: write)
        return try MigrationStore(KeyringState(), logins, at: stage, after: actions)
          .mismatches.map(\.description).joined()
      }
    }
      + flags.map { name, place, parts in
        VacuousProof("\(name), at \(stage)", finds: "\(place)legacy changed") {
          try parts.store(at: stage, after: [.ship(id: 1), .fail("a"), .dismiss])
            .mismatches.map(\.description).joined()
        }
      }
  }
}
