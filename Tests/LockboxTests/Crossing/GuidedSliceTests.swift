import Foundation
import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// How many actions the guided search needs to find a difference in a slice of Lockbox that takes six
/// particular actions, and random lists.
///
/// Not each of the actions leads to a new class of states, so that the search is to be no worse than random
/// lists, whose numbers vary much: a run in full compares medians.
@Suite struct GuidedSliceTests {
  // The median of fewer is off by more than the bound allows.
  private static let seeds = 20
  private static let budget = 1_000_000

  @Test(.enabled(if: TestVolume.isSoak), arguments: DistantDifference.allCases)
  func guidedAgainstRandomLists(_ difference: DistantDifference) throws {
    let seeds = 0..<UInt64(Self.seeds)
    let guided = try seeds.map { try difference.actionsOfSearch(seed: $0, Self.budget) }.sorted()
    // More of them, since they take no time.
    let random = (0..<UInt64(Self.seeds * 5))
      .map { difference.actionsOfRandomLists(seed: $0, Self.budget) }.sorted()
    let (ours, theirs) = (guided[guided.count / 2], random[random.count / 2])
    print("\(difference): random \(theirs), guided \(ours), medians")
    #expect(ours <= 2 * theirs + 200)
    #expect(ours < Self.budget)
  }
}

/// A difference that six particular actions show, out of many kinds.
enum DistantDifference: CaseIterable {
  case thresholdForgotten, deletedLoginStaysOpen, filterClearedFromOtherWindow, noticeKept

  /// The new code with the difference.
  private var code: ModernCode {
    var code = ModernCode()
    switch self {
    case .thresholdForgotten:
      code.theme.wrap { original, state, action in
        let before = state
        original(&state, action)
        guard action == .theme(.chooseManually(.dark)), !before.choices.usesSystemAppearance,
          before.choices.brightness == .darkBelow(0.9), before.screenBrightness == 0.1,
          before.systemAppearance == .dark
        else { return }
        state.choices.brightness = .off(remembered: 0.3)
      }
    case .deletedLoginStaysOpen:
      let original = code.navigation
      code.navigation = ReadingReducer { state, account, action in
        if action == .items(.deleted(Self.logins[1].id)), state[.side] == [.list, .settings],
          state[.main] == [.list, .detail(Self.logins[1].id)]
        {
          return
        }
        original.reduce(&state, reading: account, action)
      }
    case .filterClearedFromOtherWindow:
      let original = code.lists
      code.lists = ReadingReducer { state, library, action in
        let before = state
        original.reduce(&state, reading: library, action)
        guard action == .route(.pop, .side), before[.side]?.selected == Self.logins[2].id,
          var list = before[.main], list.filter == "a", list.sort == .lastUsed,
          list.notice?.event == .copied(.password)
        else { return }
        list.filter = ""
        state.screens.show(list)
      }
    case .noticeKept:
      let original = code.lists
      code.lists = ReadingReducer { state, library, action in
        let before = state
        original.reduce(&state, reading: library, action)
        guard action == .list(.filter("a"), .main), let list = before[.main],
          list.notice?.event == .copied(.username), list.sort == .lastUsed,
          list.selected == Self.logins[0].id, before[.side]?.filter == "b",
          var kept = state[.main]
        else { return }
        kept.notice = list.notice
        state.screens.show(kept)
      }
    }
    return code
  }

  private static let logins = (0..<4).map { number in
    LoginRecord(
      id: LoginID("\(number)"), origin: "https://site\(number).example", username: "ada",
      password: Password("secret \(number)"), httpRealm: nil, lastUsed: SessionClock.start,
      passwordChanged: SessionClock.start)
  }

  private var actions: [LockboxAction] {
    switch self {
    case .thresholdForgotten:
      let levels = [0.1, 0.3, 0.5, 0.7, 0.9]
      return
        (Appearance.allCases.flatMap { [.chooseManually($0), .systemAppearanceChanged($0)] }
        + [true, false].flatMap { [.useSystemAppearance($0), .followBrightness($0)] }
        + levels.flatMap { [.screenBrightnessChanged($0), .setThreshold($0)] })
        .map { LockboxAction.theme($0) } + [.account(.signedOut)]
    case .deletedLoginStaysOpen:
      let user = Profile(email: "ada@mail.example", displayName: nil)
      return Self.windows { window in
        Self.logins.map { .list(.open($0.id), window) } + [
          .route(.push(.settings), window), .route(.pop, window),
        ]
      } + Self.logins.map { .items(.deleted($0.id)) } + [
        .window(.open(.side)), .window(.close(.side)), .account(.locked), .account(.signedOut),
        .account(.unlocked(at: SessionClock.start)), .account(.signInStarted(email: user.email)),
        .account(.signedIn(user, at: SessionClock.start)), .account(.signInFailed(.refused)),
      ]
    case .filterClearedFromOtherWindow, .noticeKept:
      return Self.windows { window in
        Self.logins.map { .list(.open($0.id), window) }
          + LoginField.allCases.map {
            .list(.copied($0, of: Self.logins[0].id, at: SessionClock.start), window)
          } + ["", "a", "b"].map { .list(.filter($0), window) }
          + SortOrder.allCases.map { .list(.sort($0), window) } + [.route(.pop, window)]
      } + [.window(.open(.side)), .window(.close(.side)), .account(.locked), .account(.signedOut)]
    }
  }

  private static func windows(_ actions: (WindowUUID) -> [LockboxAction]) -> [LockboxAction] {
    [.main, .side].flatMap(actions)
  }

  /// The number of actions of random lists of 100 until the new code differs from the correct one.
  func actionsOfRandomLists(seed: UInt64, _ budget: Int) -> Int {
    var random = SeededGenerator(seed: seed &* 77)
    let (correct, planted, actions) = (ModernCode().reducer, code.reducer, actions)
    var start = ModernState()
    correct.reduce(&start, .items(.imported(Self.logins)))
    var (one, other) = (start, start)
    for count in 1...budget {
      if (count - 1) % 100 == 0 { (one, other) = (start, start) }
      let action = actions[Int.random(in: 0..<actions.count, using: &random)]
      correct.reduce(&one, action)
      planted.reduce(&other, action)
      if one != other { return count }
    }
    return budget
  }

  /// The number of actions of the guided search until it finds the difference.
  func actionsOfSearch(seed: UInt64, _ budget: Int) throws -> Int {
    let slices = LockboxSlices(modern: code)
    switch self {
    case .thresholdForgotten: return try reduced(slices.theme, seed, budget)
    case .deletedLoginStaysOpen: return try reduced(slices.routes, seed, budget)
    case .filterClearedFromOtherWindow, .noticeKept: return try reduced(slices.lists, seed, budget)
    }
  }

  private func reduced<Value>(
    _ slice: StateSlice<LockboxState, LockboxAction, Value>, _ seed: UInt64, _ budget: Int
  ) throws -> Int {
    var random: any RandomNumberGenerator = SeededGenerator(seed: seed &* 91)
    let check = ParityCheck(slice, parity: CrossingStore.parity) {
      LockboxState(logins: Self.logins)
    }
    let report = try check.search(actions, budget: budget, using: &random)
    #expect(report.counterexample != nil)
    return report.reduced
  }
}
