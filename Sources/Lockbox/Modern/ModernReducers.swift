import ValueRedux

/// The pure reducers of the app, one for each slice.
struct ModernReducers: Sendable {
  var theme = ThemeState.reducer
}
