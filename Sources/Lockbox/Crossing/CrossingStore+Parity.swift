import ReduxBridge
import ValueRedux

extension CrossingStore {
  /// How both sides are compared: after each action, and with the actions kept that led to the first
  /// mismatch.
  static let parity = ParityOptions<LockboxAction>(
    redactor: redactor, actionType: { $0.typeName },
    expectedActionTypes: LockboxSlices.actionTypes, tracedActions: 1_000)

  /// Shows windows by their names; passwords are masked by every redactor.
  static let redactor = Redactor { _, value in (value as? WindowUUID)?.name }
}
