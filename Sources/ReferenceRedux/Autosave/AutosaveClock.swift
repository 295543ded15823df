/// A clock of any type, as an autosave needs it: durations since it was made.
struct AutosaveClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
    let start = base.now
    now = { start.duration(to: base.now) }
    sleep = { try await base.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
