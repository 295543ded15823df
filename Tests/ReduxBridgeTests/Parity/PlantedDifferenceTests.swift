import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The checker on trial: what is planted must be found and located, and nothing else reported.
@Suite struct PlantedDifferenceTests {
  @MainActor
  @Test(arguments: PlantedDifference.all)
  func aPlantedDifferenceIsCaughtAndLocated(_ planted: PlantedDifference) async throws {
    var random = SeededGenerator("aPlantedDifferenceIsCaughtAndLocated: \(planted.name)")
    let scene = try DeskScene(planted.parts, at: planted.stage, sampling: planted.sampling)
    await scene.run(DeskAction.randomList(5_000, using: &random))
    scene.end()

    let found = try #require(scene.store.mismatches.first)
    #expect(found.subject == planted.subject, "\(found)")
    #expect(isLike(found.path, planted.path), "\(found)")
    #expect(planted.actionType == "*" || found.actionType == planted.actionType, "\(found)")
    #expect(found.stage == planted.stage)
  }

  private func isLike(_ path: String, _ pattern: String) -> Bool {
    let parts = path.split(separator: ".")
    let wanted = pattern.split(separator: ".")
    return parts.count == wanted.count && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" }
  }
}

/// A difference that was planted in one part of the desk, and where it has to be found.
///
/// To add one, add a line to one of the tables.
struct PlantedDifference: Sendable, CustomTestStringConvertible {
  let name: String
  let subject: Mismatch.Subject
  let path: String
  let actionType: String
  let stage: Stage
  let sampling: ParityOptions<DeskAction>.Sampling
  let plant: @Sendable (inout DeskParts) -> Void

  init(
    _ name: String, _ subject: Mismatch.Subject = .state, at path: String, after actionType: String,
    in stage: Stage = .shadow, sampling: ParityOptions<DeskAction>.Sampling = .everyAction,
    _ plant: @escaping @Sendable (inout DeskParts) -> Void
  ) {
    self.name = name
    self.subject = subject
    self.path = path
    self.actionType = actionType
    self.stage = stage
    self.sampling = sampling
    self.plant = plant
  }

  var parts: DeskParts {
    var parts = DeskParts()
    plant(&parts)
    return parts
  }

  var testDescription: String { name }

  static let all =
    inReducers + inBlocks + inProjections + inEffects + inSignals + inWindows
    + inDeliveries
}
