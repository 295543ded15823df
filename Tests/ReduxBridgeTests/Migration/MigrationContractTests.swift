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

  /// Claims that do not hold, with the reason.
  private struct Exception {
    let claims: [String]
    var stores = Kind.allCases
    var stages = Stage.allCases
    let reason: Comment
  }

  /// What is to hold: a row that turns green fails here, and goes.
  private static let red: [Exception] = []

  private static let unpromised = [
    Exception(
      claims: ["theModelPostsAsAtLegacy"], stores: [.elsewhere],
      reason: "Nothing else holds the objects of a store that reduces elsewhere.")
  ]

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
  }.filter { reason(of: $0, in: unpromised) == nil }

  private static func reason(of row: Row, in list: [Exception]) -> Comment? {
    list.first {
      $0.claims.contains(row.claim) && $0.stores.contains(row.store)
        && $0.stages.contains(row.stage)
    }?.reason
  }

  @Test(arguments: await rows)
  func isKept(_ row: Row) async throws {
    let check = try #require(
      row.store == .onMain
        ? Self.onMain.claims.first { $0.name == row.claim }?.check
        : Self.elsewhere.claims.first { $0.name == row.claim }?.check)
    guard let reason = Self.reason(of: row, in: Self.red) else { return try await check(row.stage) }
    await withKnownIssue(reason) { try await check(row.stage) }
  }

  @Test func everyExceptionIsOneOfAClaim() {
    let names = Set(Self.elsewhere.claims.map(\.name))
    #expect(names.isSuperset(of: (Self.red + Self.unpromised).flatMap(\.claims)))
  }
}
