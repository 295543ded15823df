public import Foundation
public import ReduxBridge

extension ParityCheck {
  /// Returns the first difference between both sides under one of several locales and time zones.
  ///
  /// Where one side formats or parses by the locale or the time zone of the process and the other does not, both
  /// agree on the machine that runs the tests, and differ for some users.
  ///
  /// ```swift
  /// let found = try check.firstMismatch(after: actions, in: locales, timeZones) { locale, _ in
  ///   AppFormat.locale = locale
  /// }
  /// #expect(found == nil)
  /// ```
  ///
  /// The actions run once under each locale in each time zone. Meanwhile `NSTimeZone.default` is that time
  /// zone, which `Calendar.current` and a new `DateFormatter` have: in the whole process, so no other test may
  /// depend on it. A process cannot change `Locale.current` and `TimeZone.current` for itself: have the code
  /// under test read them at a place of your own, and set that in `apply`.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  ///   - locales: The locales: at least one that writes numbers in another way, and Turkish for letters.
  ///   - timeZones: The time zones: on both sides of the date line, and one of half an hour.
  ///   - apply: Sets a locale and a time zone where the code under test reads them; called at the end with
  ///     those of the process.
  /// - Returns: The mismatch, with the locale and the time zone; nil when both sides agree under each.
  /// - Throws: What ``firstMismatch(after:startingFrom:)`` throws, and an error that says so if a list is empty.
  public func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil,
    in locales: [Locale], _ timeZones: [TimeZone],
    setting apply: (Locale, TimeZone) -> Void = { _, _ in }
  ) throws -> (mismatch: Mismatch, locale: Locale, timeZone: TimeZone)? {
    guard !locales.isEmpty, !timeZones.isEmpty else {
      throw VacuousCheckError(["\(slice.name): no locale or no time zone is given"])
    }
    let actions = Array(actions)
    let original = NSTimeZone.default
    defer {
      NSTimeZone.default = original
      apply(.current, original)
    }
    for locale in locales {
      for timeZone in timeZones {
        NSTimeZone.default = timeZone
        apply(locale, timeZone)
        if let mismatch = try firstMismatch(after: actions, startingFrom: start) {
          return (mismatch, locale, timeZone)
        }
      }
    }
    return nil
  }
}
