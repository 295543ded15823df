/// What the executor shares with the other threads, under one lock.
///
/// Not generic: the types of generic parts would be looked up at run time, for each action.
struct Progress {
  var occupancy = Occupancy()
  var announcements = Announcements()
  var audience = Audience()
  var errandsDone = 0
  var actionsReduced = 0
  var copiesMade = 0
  /// Whether the hooks hold an interruption.
  var isInterrupted = false
  /// Whether the hooks hold one for readers.
  var hasAccessHook = false

  /// Counts an errand, and has it announced if somebody listens.
  mutating func errandDone(countingAction: Bool, postsNotifications: Bool) -> Aftermath {
    errandsDone += 1
    if countingAction { actionsReduced += 1 }
    let isHeard = postsNotifications || !audience.isEmpty
    return Aftermath(
      needsTurn: isHeard && announcements.changed(), isInterrupted: isInterrupted)
  }
}

/// What is left to do when an errand is done.
struct Aftermath {
  var needsTurn: Bool
  var isInterrupted: Bool
}
