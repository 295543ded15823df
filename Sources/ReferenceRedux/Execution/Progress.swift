/// What the executor shares with the other threads, under one lock.
struct Progress<State> {
  var occupancy = Occupancy()
  var announcements = Announcements()
  var hooks = ExecutorHooks<State>()
  var audience = Audience()
  var errandsDone = 0
  var actionsReduced = 0
  var copiesMade = 0
}
