import Testing
import ReduxBridge
import ReferenceRedux
import ValueRedux

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
