import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// The sources of actions other than a list.
extension CheckRun {
  // MARK: Recordings

  func replayAll(at place: URL, _ types: [any (Decodable & Sendable).Type]) throws {
    isExercised = false
    let files = try SessionRecording.files(at: place)
    var count = 0
    for file in files {
      let replay = try SessionReplay(SessionRecording(contentsOf: file), check, types)
      let name = files.count == 1 ? "" : "\(replay.recording.name): "
      remarks += replay.notes.map { name + $0 }
      count += replay.actionCount
      if !check.isReducerAlone, let reason = try compareSides(of: replay) {
        failures.append(name + reason)
      }
      var compared = 0
      for side in check.isReducerAlone ? [.value] : Side.allCases {
        add(try replay.firstDifference(on: side, &compared).map { [$0] } ?? [])
      }
      if compared > 0 { continue }
      let text =
        "no values were recorded after any of the \(counted(replay.actionCount, "action")), so there is "
        + "nothing to compare with; a recorder records them when it is stopped"
      if check.isReducerAlone { failures.append(name + text) } else { remarks.append(name + text) }
    }
    extent =
      counted(count, "action") + (files.count == 1 ? "" : " of \(files.count) recordings")
  }

  /// Compares both sides after each action, up to the first that differs.
  ///
  /// - Returns: Why a replay in which both sides agreed shows nothing; nil if it does.
  private func compareSides(of replay: SessionReplay<State, Action>) throws -> String? {
    let judge = makeJudge()
    defer { take(judge) }
    for part in replay.parts {
      let state = try replay.start(part, judge.coordinator)
      let values = judge.coordinator.recordedValues(state)
      let start = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      let found = judge.judge(part.actions, from: state) { _ in true }
      if found.isEmpty { continue }
      let known = findings.count
      try conclude(found, after: List(actions: part.actions, start: start))
      for place in known..<findings.count where findings[place].actionNumber > 0 {
        findings[place].actionNumber += part.number
      }
      return nil
    }
    return replay.vacuity(of: judge.recorder.ledger)
  }

  // MARK: Random lists

  func runRandom(
    _ seed: UInt64, _ count: Int, _ length: Int, _ payloads: Payloads?,
    _ draw: (inout any RandomNumberGenerator) -> Action
  ) throws {
    var random: any RandomNumberGenerator = SeededNumbers(seed: seed)
    var draws = PayloadDraws<Action>(payloads ?? Payloads(share: 0))
    let judge = makeJudge()
    let (writes, start) = try (FootprintWrites(check.footprints), check.makeState())
    var known = try writes.unclaimed(of: start, in: start).places
    var (left, lists, found) = (count, 0, [Finding]())
    var list = List(actions: [])
    while left > 0, found.isEmpty {
      // The last quarter is one long list.
      let size = left <= count / 4 ? left : min(length, left - count / 4)
      list = List(actions: [])
      let state = try check.makeState()
      for number in 1...size where found.isEmpty {
        var action = draw(&random)
        if payloads != nil {
          action = draws.varied(
            action, knowing: judge.coordinator.recordedValues(state).map(\.value), using: &random)
        }
        list.actions.append(action)
        found = judge.judge(action, number: number, state)
      }
      (left, lists) = (left - list.actions.count, lists + 1)
      if sample.actions.isEmpty || left == 0 { sample = list }
      if found.isEmpty, effort != .sides {
        let places = try writes.unclaimed(of: state, in: start).places
          .filter { !writes.isFlag($0) }
        if !places.isSubset(of: known) { try runFootprints(over: list, reads: false) }
        known.formUnion(places)
      }
    }
    take(judge)
    extent = "\(counted(count - left, "action")) in \(counted(lists, "list")), seed \(seed)"
    if payloads != nil, !draws.neverTried.isEmpty {
      remarks.append("payloads never tried: \(draws.neverTried.joined(separator: ", "))")
    }
    try conclude(found, after: list)
  }

  // MARK: Every state

  func visit(_ actions: [Action], _ depth: Int?, _ limit: Int) throws {
    sample = List(actions: actions)
    var search = StateSearch(self, actions, depth: depth, limit: limit)
    try search.run()
    take(search.judge)
    let whole = try check.makeState()
    try exceptions.noteFields { field in
      try Graph.fingerprint(of: whole, leavingOut: [field]) != Graph.fingerprint(of: whole)
    }
    extent = search.extent
    remarks.append(search.remark)
    failures += search.failures
    if let (path, found) = search.finding {
      try conclude(found, after: List(actions: path.map { actions[$0] }))
    }
  }
}
