import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The checker on trial: what is planted must be found and located, and nothing else reported.
@Suite struct CheckerMutationTests {
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

  @MainActor
  @Test(arguments: [Stage.shadow, .lead])
  func nothingIsReportedWhereNothingWasPlanted(_ stage: Stage) async throws {
    var random = SeededGenerator("nothingIsReportedWhereNothingWasPlanted: \(stage)")
    let scene = try DeskScene(DeskParts(), at: stage)
    let actions = TestVolume.count(3_000, soak: 50_000, sanitized: 2_000)
    var done = 0
    while done < actions, scene.store.mismatches.isEmpty {
      let list = DeskAction.randomList(Int.random(in: 1...400, using: &random), using: &random)
      await scene.run(list, bursts: Int.random(in: 1...20, using: &random))
      done += list.count
    }
    scene.end()

    #expect(scene.store.mismatches == [])
    #expect(scene.store.ledger.total(of: DeskParts().slice).matched == done)
    #expect(scene.notifiedNew.value > actions / 500)
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
