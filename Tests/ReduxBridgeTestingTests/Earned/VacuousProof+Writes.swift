import ReduxBridge
import Testing

@testable import BridgeTestApps

extension VacuousProof {
  /// What a store finds that reduces actions with the logins at a stage.
  private static func mismatches(
    at stage: Stage, after actions: [KeyringAction] = all,
    write: @escaping @Sendable (KeyringState, KeyringValue) -> Void
  ) throws -> String {
    try MigrationStore(KeyringState(), Keyring.logins(write: write), at: stage, after: actions)
      .mismatches.map(\.description).joined()
  }

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

  private static func mismatches(of parts: ShopParts, at stage: Stage) throws -> String {
    try parts.store(at: stage, after: [.ship(id: 1), .fail("a"), .dismiss])
      .mismatches.map(\.description).joined()
  }

  // MARK: Writes and flags

  static let writes = [Stage.shadow, .lead].flatMap { stage in
    [
      VacuousProof("write does more, at \(stage)", finds: "changed, value changed by write") {
        try mismatches(at: stage) { state, logins in
          Keyring.projection.write(state, logins)
          state.launches = 9
        }
      },
      VacuousProof("write adds, at \(stage)", finds: "[projection]: after action 6 .remove") {
        try mismatches(at: stage) { state, logins in
          let earlier = state.logins
          Keyring.projection.write(state, logins)
          state.logins = earlier + state.logins
        }
      },
      VacuousProof("write sorts, at \(stage)", finds: "[projection]: after action 3 .select") {
        try mismatches(at: stage, after: [.add(2), .add(1), .select(id: 2)]) { state, logins in
          Keyring.projection.write(state, logins)
          state.logins.sort { $0.id < $1.id }
        }
      },
      VacuousProof("a field beside a flag of two, at \(stage)", finds: "at audit.entries: legacy") {
        try mismatches(of: flagged { $0.audit.entries += 1 }, at: stage)
      },
      VacuousProof("a path of a flag with a typo, at \(stage)", finds: "at orders.failure: ") {
        try mismatches(of: flagged(at: ["orders.failed", "audit.last"]), at: stage)
      },
      VacuousProof(
        "one of two paths of a flag, at \(stage)", finds: "at audit.last: legacy changed"
      ) {
        try mismatches(of: flagged(at: ["orders.failure"]), at: stage)
      },
    ]
  }
}
