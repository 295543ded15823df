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

  static let standard = all[0]

  static func named(_ name: String) -> PlantedBug? {
    all.first { $0.name == name }
  }

  static let all = [
    PlantedBug(name: "threshold", summary: "dark at the threshold too, not only below it") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme = action, !state.choices.usesSystemAppearance,
          case .darkBelow(let threshold) = state.choices.brightness
        else { return }
        state.current = state.screenBrightness <= threshold ? .dark : .light
      }
    },
    PlantedBug(name: "sign-out", summary: "signing out keeps the settings of the last user") {
      $0.theme.wrap { original, state, action in
        if action != .account(.signedOut) { original(&state, action) }
      }
    },
    PlantedBug(name: "stuck-sign-in", summary: "a refused sign-in never ends") {
      $0.account.wrap { original, state, action in
        if action != .account(.signInFailed(.refused)) { original(&state, action) }
      }
    },
    PlantedBug(name: "other-window", summary: "going back in one window goes back in all") {
      let original = $0.navigation
      $0.navigation = ReadingReducer { state, account, action in
        guard case .route(.pop, _) = action else {
          return original.reduce(&state, reading: account, action)
        }
        for window in state.windows {
          original.reduce(&state, reading: account, .route(.pop, window.window))
        }
      }
    },
    PlantedBug(name: "lost-signal", summary: "a notice equal to the previous one is not signaled") {
      let original = $0.lists
      $0.lists = ReadingReducer { state, library, action in
        let before = state
        original.reduce(&state, reading: library, action)
        guard case .list(.copied, let window) = action, let old = before[window]?.notice,
          var list = state[window], old.event == list.notice?.event
        else { return }
        list.notice = old
        state.screens.show(list)
      }
    },
    PlantedBug(name: "copied-twice", summary: "each copy goes to the clipboard twice") {
      let original = $0.copies
      $0.copies = { original($0, $1) + original($0, $1) }
    },
    PlantedBug(name: "wrong-date", summary: "a new username counts as a new password") {
      $0.library.wrap { original, state, action in
        original(&state, action)
        guard case .items(.edited(let id, .username, let date)) = action,
          let index = state.logins.firstIndex(where: { $0.id == id })
        else { return }
        state.logins[index].passwordChanged = date
      }
    },
  ]
}

extension ModernCode {
  init(planted bug: PlantedBug?) {
    self.init()
    bug?.plant(&self)
  }
}

extension Reducer {
  mutating func wrap(
    _ body: @escaping @Sendable ((inout State, Action) -> Void, inout State, Action) -> Void
  ) {
    let original = self
    self = Reducer { state, action in body({ original.reduce(&$0, $1) }, &state, action) }
  }
}
