import ReduxBridge
import ValueRedux

extension CrossingStore {
  /// Compares after each action, and keeps the actions that lead to the first mismatch.
  static let parity = ParityOptions<LockboxAction>(
    redactor: redactor, actionType: { $0.typeName },
    expectedActionTypes: LockboxSlices.actionTypes, tracedActions: 1_000)

  /// Shows windows by their names; every redactor masks passwords.
  static let redactor = Redactor { _, value in (value as? WindowUUID)?.name }
}
