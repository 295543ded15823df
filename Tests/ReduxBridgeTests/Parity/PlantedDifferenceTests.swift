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
    var parts = DeskParts()
    planted.plant(&parts)
    let scene = try DeskScene(parts, at: planted.stage, sampling: planted.sampling)
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
/// To add one, add a line to the table.
struct PlantedDifference: Sendable, CustomTestStringConvertible {
  let name: String
  var subject = Mismatch.Subject.state
  let path: String
  let actionType: String
  var stage = Stage.shadow
  var sampling = ParityOptions<DeskAction>.Sampling.everyAction
  let plant: @Sendable (inout DeskParts) -> Void

  var testDescription: String { name }

  static let all: [PlantedDifference] = [
    .init(name: "read rounds", path: "brightness", actionType: "setBrightness") {
      $0.read = { state in
        var value = Desk.read(state)
        value.brightness.round()
        return value
      }
    },
    .init(
      name: "write forgets the selection", subject: .projection, path: "selectedID",
      actionType: "*", stage: .lead, sampling: .oneIn(2)
    ) {
      $0.write = { state, value in
        Desk.write(state, value)
        state.selected = nil
      }
    },
    .init(
      name: "a stranger writes to the slice", subject: .foreignWrite, path: "changes",
      actionType: "*", stage: .lead
    ) {
      $0.stranger = { state, action in if case .add = action { state.theme.changes = -1 } }
    },
    .init(
      name: "two effects change places", subject: .effect, path: "effects.*", actionType: "save"
    ) {
      $0.requesting { $0.reversed() }
    },
    .init(
      name: "a signal is raised for nothing", subject: .signal, path: "signals.alert",
      actionType: "dismiss"
    ) {
      $0.reducing(
        "dismiss", instead: { value, _, number in value.alert = Signal(.failed, at: number) })
    },
    .init(
      name: "the flag is raised for nothing", subject: .signal, path: "signals.alert",
      actionType: "close"
    ) {
      $0.blocking("close") { $0.alert = .failed }
    },
    .init(
      name: "a signal has an old number", subject: .signal, path: "signals.alert",
      actionType: "save"
    ) {
      $0.reducing("save", instead: { value, _, _ in value.alert = Signal(.saved, at: .zero) })
    },
    .init(
      name: "a scroll moves all windows", subject: .window, path: "windows.*", actionType: "scroll"
    ) {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines;
            for other in value.panes.keys where other != window { value.panes[other]!.offset += 1 }
          }
        })
    },
    .init(
      name: "the screen watches the wrong field", subject: .delivery, path: "listeners.toggle",
      actionType: "setManual"
    ) { $0.subscribe = { facade, handler in facade.subscribe(\.selectedID) { _ in handler() } } },
    .init(
      name: "the screen calls everything a repeat", subject: .delivery, path: "listeners.toggle",
      actionType: "setManual", stage: .lead
    ) {
      $0.subscribe = { facade, handler in
        facade.subscribe(to: Selection(\.isManual).when { _, _ in false }) { _ in
          handler()
        }
      }
    },
  ]
}
