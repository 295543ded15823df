internal import Foundation
internal import ReduxBridge
internal import ReferenceRedux
internal import StoreContract
internal import Testing
internal import ValueRedux

// The values and events that screens and observers receive.
extension MigrationContract {
  /// Also where few actions are compared, F3 of PARITY.md, and while the slice moves.
  func aFacadeIsAheadOfTheNotification(_ stage: Stage) async throws {
    let center = NotificationCenter()
    let (store, parts) = try make(at: stage, sampling: .oneIn(2), posting: center)
    await store.settle()
    let facade = store.facade(of: parts.numbers)
    let log = LegacyRecorder<String>()
    let token = facade.subscribe(\.numbers) { log.record("facade \($0)") }
    let observer = center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
      MainActor.assumeIsolated { log.record("posted \(facade.state.numbers)") }
    }
    let late = store.observe { _ in log.record("observed \(facade.state.numbers)") }
    for number in 1...3 {
      facade.dispatch(.add(number))
      await store.settle()
    }
    let states = (1...3).map { Array(1...$0) }
    #expect(
      log.values
        == ["facade []"] + states.flatMap { ["facade \($0)", "posted \($0)", "observed \($0)"] })
    for (index, next) in Stage.allCases.enumerated() {
      try store.move(to: next)
      store.dispatch(.add(4 + index))
      await store.settle()
    }
    let shown = log.values.filter { $0.hasPrefix("facade") }
    #expect(shown == (0...7).map { "facade \(Array(1..<$0 + 1))" }, "while the slice moves")
    center.removeObserver(observer)
    withExtendedLifetime((token, late)) {}
  }

  func aCombinedFacadeShowsOneMoment(_ stage: Stage) async throws {
    let (store, parts) = try make(at: stage)
    var seen: [[Int]] = []
    let facade = store.facade { [$0[parts.numbers].numbers.count, $0[parts.total]] }
    let token = facade.subscribe { seen.append($0) }
    for number in 1...3 {
      store.dispatch(.add(number))
      await store.settle()
    }
    #expect(seen == [[0, 0], [1, 1], [2, 3], [3, 6]])
    token.cancel()
  }

  func anEffectOfAFacadeReceivesEachAction(_ stage: Stage) async throws {
    let (store, _) = try make(at: stage)
    var seen: [Int] = []
    let facade = ValueFacade(
      store.migration, reading: { $0.total }, effects: [{ value, _, _ in seen.append(value) }])
    for number in 1...3 { store.dispatch(.add(number)) }
    await store.settle()
    #expect(seen == [1, 3, 6])
    withExtendedLifetime(facade) {}
  }

  /// Two Flux stores of one store reduce no action twice: E5 of PARITY.md.
  func anOutputReceivesEachAction(_ stage: Stage) async throws {
    let (store, parts) = try make(at: stage)
    let (dispatcher, facade) = (FluxDispatcher<ContractAction>(), store.facade(of: parts.numbers))
    var seen: [Int] = []
    let tokens = (0..<2).map { _ in
      FluxStore(facade, registeredWith: dispatcher).publish { $1.numbers.count }
        .observe { seen.append($0) }
    }
    for number in 1...3 { dispatcher.dispatch(.add(number)) }
    await store.settle()
    #expect(seen == [1, 1, 2, 2, 3, 3])
    withExtendedLifetime(tokens) {}
  }

  /// As many, in the same order, and with the same state.
  func notificationsAreThoseOfLegacy(_ stage: Stage) async throws {
    let (legacy, own) = (try await notifications(at: .legacy), try await notifications(at: stage))
    #expect(own == legacy)
    #expect(legacy.count > 4)
  }

  /// After a burst, a dispatch of an observer, and an action that changes nothing.
  private func notifications(at stage: Stage) async throws -> [String] {
    let center = NotificationCenter()
    let (store, _) = try make(at: stage, sampling: .oneIn(2), posting: center)
    await store.settle()
    let log = LegacyRecorder<String>()
    let observer = center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
      MainActor.assumeIsolated { log.record("posted \(store.read { $0.numbers })") }
    }
    let token = store.observe { change in
      log.record("observed \(change.actionsReduced) \(store.read { $0.total })")
      if change.actionsReduced == 3 { store.dispatch(.add(9)) }
    }
    store.reduce([.add(1), .add(2), .add(3)])
    for _ in 1...2 { await store.settle() }
    store.dispatch(.nothing)
    await store.settle()
    center.removeObserver(observer)
    token.cancel()
    return log.values
  }

  /// One post for each change, in the order of the old code: V18 of PARITY.md.
  func theModelPostsAsAtLegacy(_ stage: Stage) throws {
    func posts(at stage: Stage, _ sampling: Sampling, isCleared: Bool) throws -> [String] {
      let (store, parts) = try make(at: stage, sampling: sampling) { $0.isCleared = isCleared }
      store.reduce([.add(1), .nothing, .add(2), .raise(.saved), .add(3)])
      try store.move(to: .legacy)
      return parts.posts.values
    }
    let legacy = try posts(at: .legacy, .off, isCleared: false)
    #expect(legacy.count == 6)
    for sampling in [.everyAction, .oneIn(2)] as [Sampling] {
      for isCleared in [false, true] {
        #expect(try posts(at: stage, sampling, isCleared: isCleared) == legacy)
      }
    }
  }

  /// At a stage, and while the slice moves: F2 of PARITY.md.
  func eachSignalArrivesOnce(_ stage: Stage) async throws {
    let (store, parts) = try make(at: stage, sampling: .oneIn(2))
    let alerts: [ContractAlert] = [.saved, .failed, .failed]
    var seen: [ContractAlert] = []
    let token = store.facade(of: parts.numbers).subscribe(signal: \.alert) { seen.append($0) }
    for next in Stage.allCases + Stage.allCases.reversed() {
      store.reduce(alerts.flatMap { [.raise($0), .nothing, .dismiss] } + [.add(1)])
      try store.move(to: next)
    }
    await store.settle()
    #expect(seen == Array(repeating: alerts, count: 8).flatMap(\.self))
    withExtendedLifetime(token) {}
  }

  func aFacadeShowsAnEventAsASignal(_ stage: Stage) async throws {
    let (store, parts) = try make(at: stage)
    let facade = store.facade(of: parts.numbers)
    var seen: [Signal<ContractAlert>?] = []
    let actions: [ContractAction] = [.nothing, .raise(.saved), .nothing, .dismiss, .raise(.failed)]
    for action in actions {
      store.dispatch(action)
      await store.settle()
      seen.append(facade.state.alert)
    }
    let saved = Signal(ContractAlert.saved, at: ActionNumber(2))
    #expect(seen == [nil, saved, saved, nil, Signal(.failed, at: ActionNumber(5))])
  }

  /// The same event behind a set flag cannot be compared; another one is wrong.
  func anotherEventBehindAFlagIsWrong(_ stage: Stage) throws {
    for (alert, found, unmet) in [
      (.saved, "notComparable notComparable", []),
      (.failed, "signal candidateWrong", ["1 mismatch, 0 allowed"]),
    ] as [(ContractAlert, String, [String])] {
      let (store, parts) = try make(at: stage) {
        $0.gate = Gate(compared: 1, changed: 0, everyActionType: false)
      }
      store.reduce([.raise(.saved), .raise(alert)])
      #expect(store.mismatches.map { "\($0.subject) \($0.verdict)" } == [found])
      #expect(store.ledger["numbers"].total.exercise.signals == 2)
      #expect(store.unmetDemands(of: parts.numbers, for: .lead) == unmet)
    }
  }
}
