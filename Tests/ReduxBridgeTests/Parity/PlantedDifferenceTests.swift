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

extension PlantedDifference {
  static let inReducers: [PlantedDifference] = [
    .init("a change is not counted", at: "changes", after: "setManual") {
      $0.reducing("setManual") { $0.changes -= 1 }
    }
  ]

  static let inBlocks: [PlantedDifference] = [
    .init("the block writes to a neighbour", at: "isManual", after: "setBrightness") {
      $0.blocking("setBrightness") { $0.theme.isManual.toggle() }
    }
  ]

  static let inProjections: [PlantedDifference] = [
    .init("read rounds", at: "brightness", after: "setBrightness") {
      $0.reading { $0.brightness = $0.brightness.rounded() }
    },
    .init(
      "write forgets the selection", .projection, at: "selectedID", after: "*", in: .lead,
      sampling: .oneIn(2)
    ) {
      $0.write = { state, value in
        Desk.write(state, value)
        state.selected = nil
      }
    },
    .init("a stranger writes to the slice", .foreignWrite, at: "changes", after: "*", in: .lead) {
      $0.stranger = { state, action in if case .add = action { state.theme.changes = -1 } }
    },
  ]

  static let inEffects: [PlantedDifference] = [
    .init("two effects change places", .effect, at: "effects.*", after: "save") {
      $0.requesting { $0.reversed() }
    }
  ]

  static let inSignals: [PlantedDifference] = [
    .init("a signal is raised for nothing", .signal, at: "signals.alert", after: "dismiss") {
      $0.reducing(
        "dismiss", instead: { value, _, number in value.alert = Signal(.failed, at: number) })
    },
    .init("the flag is raised for nothing", .signal, at: "signals.alert", after: "close") {
      $0.blocking("close") { $0.alert = .failed }
    },
    .init("a signal has an old number", .signal, at: "signals.alert", after: "save") {
      $0.reducing("save", instead: { value, _, _ in value.alert = Signal(.saved, at: .zero) })
    },
  ]

  static let inWindows: [PlantedDifference] = [
    .init("a scroll moves all windows", .window, at: "windows.*", after: "scroll") {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines;
            for other in value.panes.keys where other != window { value.panes[other]!.offset += 1 }
          }
        })
    }
  ]

  static let inDeliveries: [PlantedDifference] = [
    .init(
      "the screen watches the wrong field", .delivery, at: "listeners.toggle", after: "setManual"
    ) { $0.subscribe = { facade, handler in facade.subscribe(\.selectedID) { _ in handler() } } },
    .init(
      "the screen calls everything a repeat", .delivery, at: "listeners.toggle", after: "setManual",
      in: .lead
    ) {
      $0.subscribe = { facade, handler in
        facade.subscribe(to: Selection(\.isManual).skippingRepeats { _, _ in true }) { _ in
          handler()
        }
      }
    },
  ]
}
