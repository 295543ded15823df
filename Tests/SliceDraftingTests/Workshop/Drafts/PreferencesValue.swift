// Drafted by `swift package landbridge-write draft-slice preferences`, yours to change.
// Digest 66868a83e5060adc: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

extension WorkshopSlices {
  static let preferences = StateSlice(
    "preferences", projection: PreferencesValue.projection,
    legacy: [
      WorkshopReducers.preferences,
    ],
    reducer: PreferencesValue.reducer)
}

extension PreferencesValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = Reducer<PreferencesValue, WorkshopAction> { value, action in
    switch action {
    case .addTool: break
    case .feature: break
    case .remove: break
    case .preferences: break  // in WorkshopReducers.preferences
    case .default: break
    case .open: break
    case .search: break
    case .order: break
    case .imported: break
    }
  }
}

/// The values of `Preferences`.
struct PreferencesValue: Codable, Equatable, Sendable {
  // `version` is left out: it is always 3.
  var isDark: Bool = false
  var accent: Accent = .plain
  var name: String = ""
  // CHECK: `renames` is left out: only its own file can set it: give it an internal setter and draft again.
  // CHECK: `secret` is left out: it is private.
  var volume: Int = 4
  var first: Int = 1
  var second: Double = 2.5
  // `greeting` is left out: it is lazy: derived from the others.
  var `in`: String? = nil
  var limits: [String: Int]
  var tags: Set<String> = []
  var updated: Date? = nil
  var window: WindowFrame
}

extension PreferencesValue {
  static let projection = Projection<WorkshopState, PreferencesValue>(
    read: { PreferencesValue($0.preferences) },
    write: { state, value in
      value.write(to: state.preferences)
    })
}

extension PreferencesValue {
  init(_ object: Preferences) {
    self.isDark = object.isDark
    self.accent = object.accent
    self.name = object.name
    self.volume = object.volume
    self.first = object.first
    self.second = object.second
    self.`in` = object.`in`
    self.limits = object.limits
    self.tags = object.tags
    self.updated = object.updated
    self.window = object.window
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Preferences) {
    if object.name != name { object.name = name }
    object.isDark = isDark
    object.accent = accent
    object.volume = volume
    object.first = first
    object.second = second
    object.`in` = `in`
    object.limits = limits
    object.tags = tags
    object.updated = updated
    object.window = window
  }
}
