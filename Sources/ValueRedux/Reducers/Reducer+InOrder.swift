extension Reducer {
  /// Runs several reducers one after another, each on the state that the one before left.
  ///
  /// - Parameter reducers: The reducers in the order in which they run.
  /// - Returns: The combined reducer.
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    Reducer(numbered: { state, action, number in
      for reducer in reducers { reducer.body(&state, action, number) }
    })
  }

  /// Runs several reducers one after another, each on the state that the one before left.
  ///
  /// - Parameter reducers: The reducers in the order in which they run.
  /// - Returns: The combined reducer.
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }
}
