import LockboxModern
import ValueRedux

/// A realistic bug to put into the new code, to show how a run finds it.
struct PlantedBug: Sendable {
  /// The name for `--plant-bug`.
  let name: String
  /// The bug in the words of a code review.
  let summary: String
  /// Puts the bug into correct code.
  let plant: @Sendable (inout ModernCode) -> Void

  static let all = theme + account + routes + items

  /// The bug that is planted if none is named.
  static let standard = all[0]

  static func named(_ name: String) -> PlantedBug? {
    all.first { $0.name == name }
  }
}

extension ModernCode {
  /// The new code, with a bug in it if one is given.
  init(planted bug: PlantedBug?) {
    self.init()
    bug?.plant(&self)
  }
}

extension PlantedBug {
  static let account: [PlantedBug] = [
    PlantedBug(name: "stuck-sign-in", summary: "a refused sign-in never ends") {
      $0.account.wrap { original, state, action in
        if action == .account(.signInFailed(.refused)) { return }
        original(&state, action)
      }
    }
  ]
}

extension PlantedBug {
  static let items: [PlantedBug] = [
    PlantedBug(name: "lost-signal", summary: "a notice equal to the previous one is not signaled") {
      $0.vault.wrap { original, state, action in
        let before = state.lists
        original(&state, action)
        guard case .list(.copied, let window) = action,
          let index = state.lists.firstIndex(where: { $0.window == window }),
          let old = before.first(where: { $0.window == window })?.notice,
          old.event == state.lists[index].notice?.event
        else { return }
        state.lists[index].notice = old
      }
    },
    PlantedBug(name: "copied-twice", summary: "each copy goes to the clipboard twice") {
      let original = $0.copyEffects
      $0.copyEffects = { original($0, $1) + original($0, $1) }
    },
    PlantedBug(name: "wrong-date", summary: "a new username counts as a new password") {
      $0.vault.wrap { original, state, action in
        original(&state, action)
        guard case .items(.edited(let id, .username, let date)) = action,
          let index = state.logins.firstIndex(where: { $0.id == id })
        else { return }
        state.logins[index].passwordChanged = date
      }
    },
  ]
}

extension PlantedBug {
  static let routes: [PlantedBug] = [
    PlantedBug(name: "other-window", summary: "going back in one window goes back in all") {
      $0.navigation.wrap { original, state, action in
        guard case .route(.pop, _) = action else { return original(&state, action) }
        for window in state.windows { original(&state, .route(.pop, window.window)) }
      }
    }
  ]
}

extension PlantedBug {
  static let theme: [PlantedBug] = [
    PlantedBug(name: "threshold", summary: "dark at the threshold too, not only below it") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme = action, !state.usesSystemAppearance,
          case .darkBelow(let threshold) = state.brightness
        else { return }
        state.current = state.screenBrightness <= threshold ? .dark : .light
      }
    },
    PlantedBug(
      name: "stale-appearance", summary: "the system switch does not update the appearance"
    ) {
      $0.theme.wrap { original, state, action in
        let old = state.current
        original(&state, action)
        if case .theme(.useSystemAppearance) = action { state.current = old }
      }
    },
    PlantedBug(name: "unclamped", summary: "a slider value beyond its range is accepted") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme(.setThreshold(let value)) = action else { return }
        state.brightness = state.brightness.with(threshold: value)
        state.current = state.decided
      }
    },
    PlantedBug(name: "sign-out", summary: "signing out keeps the settings of the last user") {
      $0.theme.wrap { original, state, action in
        if action == .account(.signedOut) { return }
        original(&state, action)
      }
    },
  ]
}

extension Reducer {
  /// The wrapped reducer, as a function.
  typealias Original = (inout State, Action) -> Void

  /// Wraps other code around this reducer.
  mutating func wrap(_ body: @escaping @Sendable (Original, inout State, Action) -> Void) {
    let original = self
    self = Reducer(numbered: { state, action, number in
      body({ original.reduce(&$0, $1, number: number) }, &state, action)
    })
  }
}
