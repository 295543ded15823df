import ValueRedux

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
