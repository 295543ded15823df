import ObjectGraph
import ReduxBridge

/// Reports of mismatches mask every password.
extension Password: Redactable {}

/// A plain copy of a password is a deep one.
extension Password: CopiedByValue {}
