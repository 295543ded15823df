import MigrationContract
import ReduxBridge
import Testing

/// The promises of a migration over each of the class stores.
@MainActor @Suite(.timeLimit(.minutes(15))) struct MigrationContractTests {
  nonisolated enum Kind: CaseIterable { case elsewhere, onMain }

  nonisolated struct Row: Sendable, CustomTestStringConvertible {
    let claim: String
    let store: Kind
    let stage: Stage

    var testDescription: String { "\(claim) \(store) at \(stage)" }
  }

  /// No promise: nothing else holds the objects of a store that reduces elsewhere.
  private static let unpromised: (claim: String, store: Kind) = (
    "theModelPostsAsAtLegacy", .elsewhere
  )

  private static let elsewhere = MigrationContract { parts in
    MigrationStore(
      state: try parts.makeState(), entries: parts.entries, parity: parts.parity,
      evidence: parts.evidence, configuration: parts.configuration)
  }

  private static let onMain = MigrationContract { parts in
    MainMigrationStore(
      state: try parts.makeState(), entries: parts.entries, parity: parts.parity,
      evidence: parts.evidence, copiesPost: parts.copiesPost, configuration: parts.configuration)
  }

  static let rows: [Row] = elsewhere.claims.flatMap { claim in
    Kind.allCases.flatMap { store in
      claim.stages.map { Row(claim: claim.name, store: store, stage: $0) }
    }
  }.filter { ($0.claim, $0.store) != unpromised }

  @Test(arguments: await rows)
  func isKept(_ row: Row) async throws {
    let check = try #require(
      row.store == .onMain
        ? Self.onMain.claims.first { $0.name == row.claim }?.check
        : Self.elsewhere.claims.first { $0.name == row.claim }?.check)
    try await check(row.stage)
  }
}
