import Foundation
import ReduxBridge
import ValueRedux

extension WindowIsolation<LockboxAction, NavigationState> {
  /// An action for one window leaves the screens of the others alone.
  static let navigation = WindowIsolation(target: { $0.target?.uuid }) { state in
    Dictionary(uniqueKeysWithValues: state.windows.map { ($0.window.uuid, $0) })
  }
}

extension WindowIsolation<LockboxAction, VaultState> {
  /// An action for one window leaves the lists of the others alone.
  static let lists = WindowIsolation(target: { $0.target?.uuid }) { state in
    Dictionary(uniqueKeysWithValues: state.lists.map { ($0.window.uuid, $0) })
  }
}

extension LockboxAction {
  /// The window that the action is for; `nil` when it is for all of them.
  var target: WindowID? {
    switch self {
    case .list(_, let window), .route(_, let window): window
    case .account, .items, .sync, .theme, .window: nil
    }
  }
}

extension WindowID {
  /// The identity as the bridge knows windows: the same for the same name.
  fileprivate var uuid: WindowUUID {
    var bytes = Array(name.utf8.prefix(16))
    bytes += Array(repeating: 0, count: 16 - bytes.count)
    return bytes.withUnsafeBytes { WindowUUID(UUID(uuid: $0.load(as: uuid_t.self))) }
  }
}

extension WindowUUID {
  /// The name of the window that the bridge knows by this identity.
  var name: String {
    withUnsafeBytes(of: rawValue.uuid) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
