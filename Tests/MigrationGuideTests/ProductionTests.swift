import Foundation
import ReduxBridge
import ReferenceRedux
import Testing

// region: rollout
/// `{"theme": {"lead": 5, "shadow": 100}}`: 5 of 100 users are at `lead`, the others at `shadow`.
typealias Rollout = [String: [String: Int]]

/// Sets the stages of a user, whose `bucket` from 0 to 99 is drawn once and kept.
func apply(
  _ rollout: Rollout, bucket: Int, to store: MigrationStore<AppState, AppAction>,
  log: (String) -> Void
) {
  for (name, percents) in rollout.sorted(by: { $0.key < $1.key }) {
    for word in percents.keys.sorted() where Stage(rawValue: word) == nil {
      log("\(name): no stage is called \(word)")
    }
    let stages = Stage.allCases.filter { bucket < percents[$0.rawValue] ?? 0 }
    do {
      try store.setStage(stages.max() ?? .legacy, ofSliceNamed: name)
    } catch {
      log("\(error)")
    }
  }
}
// endregion

/// Runs the code of the page on production.
@Suite struct ProductionTests {
  @Test func aRemoteValueMovesTheUsersOfABucket() throws {
    for (bucket, stage) in [(0, Stage.migrated), (4, .migrated), (5, .shadow), (99, .legacy)] {
      let store = MigrationStore(state: AppState(), entries: [.slice(AppSlices.theme)])
      func failing(_ line: String) { Issue.record("\(line)") }
      let rollout = ["theme": ["migrated": 5, "shadow": 50]]
      apply(rollout, bucket: bucket, to: store, log: failing)
      store.flush()
      #expect(store.stages == ["theme": stage])
      // In mid-session.
      store.dispatch(.setDark(true))
      apply(["theme": ["shadow": 100]], bucket: bucket, to: store, log: failing)
      store.dispatch(.setDark(false))
      store.flush()
      #expect(store.stages == ["theme": .shadow])
      #expect(store.read { !$0.theme.isDark && $0.theme.changes == 2 })
    }
  }

  @Test func aWrongNameOrAClosedGateChangesNothing() {
    let store = MigrationStore(
      state: AppState(), entries: [.slice(guardedTheme)], parity: parity)
    var log: [String] = []
    let unknown = ["theme": ["shadow": 100], "tehme": ["lead": 100]]
    apply(unknown, bucket: 3, to: store) { log.append($0) }
    apply(["theme": ["lead": 100, "leed": 100]], bucket: 3, to: store) { log.append($0) }
    store.flush()
    #expect(store.stages == ["theme": .shadow])
    #expect(log.count == 3)
    #expect(log.first?.contains("tehme") == true)
    #expect(log.contains("theme: no stage is called leed"))
    #expect(log.last?.contains("compared") == true, "\(log)")
  }
}
