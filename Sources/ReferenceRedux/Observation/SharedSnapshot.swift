/// One copy of the state for everybody on the main actor who agrees not to mutate it.
@MainActor
final class SharedSnapshot<State: AnyObject> {
  /// Held while observers are told, so that each of them gets the same object.
  private var held: State?
  /// Otherwise held by who uses it, so that the store does not keep a second state for nothing.
  private weak var latest: State?
  private var errandsDone = 0
  private var isPosting = false

  nonisolated init() {}

  func beginPosting() {
    isPosting = true
  }

  func endPosting() {
    isPosting = false
    held = nil
  }

  /// Returns the copy that is valid now, or the one that `copy` makes, with the number of errands
  /// it has seen.
  func value(
    accepted: Int, copy: () throws -> (state: State, errandsDone: Int)
  ) rethrows -> State {
    if let held { return held }
    if let latest, errandsDone == accepted {
      if isPosting { held = latest }
      return latest
    }
    let (state, errandsDone) = try copy()
    latest = state
    self.errandsDone = errandsDone
    if isPosting { held = state }
    return state
  }
}
