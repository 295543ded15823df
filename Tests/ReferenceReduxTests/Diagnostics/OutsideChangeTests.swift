import ReferenceRedux
import StoreContract
import Testing

/// H3: a reference kept by a reducer writes through later, and nobody is told.
@Suite("Changes outside dispatch", .timeLimit(.minutes(15)))
struct OutsideChangeTests {
  private let findings = LegacyRecorder<StoreFinding>()
  private let leak = Leak()

  private func store(detects: Bool = true) -> LegacyReferenceStore {
    var diagnostics = StoreDiagnostics()
    diagnostics.detectsOutsideChanges = detects
    diagnostics.report = { [findings] in findings.record($0) }
    var configuration = StoreConfiguration()
    configuration.diagnostics = diagnostics
    return LegacyReferenceStore(
      state: .graph(),
      reducers: [
        { [leak] state, action in
          if action.name == "leak" { leak.item = state.items[1] }
          state.left += 1
        }
      ], configuration: configuration)
  }

  @Test func areReportedWithThePathAndTheLastActionAtTheNextOne() {
    let store = store()
    store.dispatch(LegacyAction("innocent"))
    store.dispatch(LegacyAction("leak"))
    store.flush()
    #expect(findings.values.isEmpty)
    leak.item?.title = "written through"
    store.dispatch(LegacyAction("next"))
    store.flush()
    #expect(
      findings.values.map(\.description) == [
        "changed outside dispatch at `items.1.title`, after action 2 `LegacyAction`"
      ])
  }

  @Test func areReportedOnceAtTheNextReading() throws {
    let store = store()
    store.dispatch(LegacyAction("leak"))
    store.flush()
    leak.item?.title = "written through"
    _ = store.read { $0.left }
    _ = try store.currentState()
    store.dispatch(LegacyAction("next"))
    store.flush()
    #expect(findings.values.count == 1)
  }

  @Test func areNotLookedForUnlessAskedFor() {
    let store = store(detects: false)
    store.dispatch(LegacyAction("leak"))
    store.flush()
    leak.item?.title = "written through"
    store.dispatch(LegacyAction("next"))
    store.flush()
    #expect(findings.values.isEmpty)
  }

  @Test func doNotIncludeTheWorkOfNeighbours() {
    let store = store()
    store.enqueue { $0.items[0].title = "by a neighbour" }
    store.beforeAccess { $0.right += 1 }
    #expect(store.read { $0.items[0].title } == "by a neighbour")
    store.dispatch(LegacyAction("next"))
    store.flush()
    #expect(findings.values.isEmpty)
  }
}

/// Where a reduce block puts what it must not keep.
///
/// `@unchecked Sendable` because the tests look at it only after a flush.
private final class Leak: @unchecked Sendable {
  var item: LegacyItem?
}
