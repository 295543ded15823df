import Foundation
import ReduxBridge
import ValueRedux

extension WindowIsolation<LockboxAction, NavigationState> {
  /// An action for one window does not change the screens of the others.
  static let navigation = WindowIsolation(target: { $0.target?.uuid }) { state in
    Dictionary(uniqueKeysWithValues: state.windows.map { ($0.window.uuid, $0) })
  }
}

extension WindowIsolation<LockboxAction, VaultState> {
  /// An action for one window does not change the lists of the others.
  static let lists = WindowIsolation(target: { $0.target?.uuid }) { state in
    Dictionary(uniqueKeysWithValues: state.lists.map { ($0.window.uuid, $0) })
  }
}

extension LockboxAction {
  /// The window that the action addresses; `nil` if it addresses all.
  var target: WindowID? {
    switch self {
    case .list(_, let window), .route(_, let window): window
    case .account, .items, .sync, .theme, .window: nil
    }
  }
}

extension WindowID {
  /// The identity of a window in the bridge, derived from its name.
  fileprivate var uuid: WindowUUID {
    var bytes = Array(name.utf8.prefix(16))
    bytes += Array(repeating: 0, count: 16 - bytes.count)
    return bytes.withUnsafeBytes { WindowUUID(UUID(uuid: $0.load(as: uuid_t.self))) }
  }
}

extension WindowUUID {
  /// The name of the window with this identity.
  var name: String {
    withUnsafeBytes(of: rawValue.uuid) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
