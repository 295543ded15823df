import Foundation
import ObjectGraph
import StoreContract
import Testing

@testable import ReferenceRedux

@Suite("Diagnostics", .timeLimit(.minutes(15)))
struct DiagnosticsTests {
  @Test(arguments: [3, 4])
  func aLongFindingSaysHowManyItemsItLeavesOut(_ count: Int) {
    let objects = ["a", "b", "c", "d"].prefix(count)
    #expect(
      "\(StoreFinding.returnedFromRead(Array(objects)))"
        == "read(_:) returned a, b, c" + (count > 3 ? " and 1 more" : ""))
  }

  @Test func actionsAreNamedByIdentifierCaseOrTypeAndTheirTextsShowNoSecret() {
    struct Rename: ReduxAction {
      let identifier = "rename"
    }
    enum Edit {
      case setPassword(String), rename(String)
    }
    enum Talkative: CustomStringConvertible {
      case open

      var description: String { "s3cret" }
    }
    let records = [
      ActionRecord(Rename(), number: 1), ActionRecord(LegacyAction("any"), number: 2),
      ActionRecord(Edit.rename("x"), number: 3),
      ActionRecord(Edit.setPassword("s3cret"), number: 4), ActionRecord(Talkative.open, number: 5),
    ]
    let names = ["rename", "LegacyAction", "rename", "setPassword", "Talkative"]
    #expect(records.map(\.name) == names)
    #expect(records[2...3].map(\.details) == ["rename(\"x\")", ".setPassword(<redacted>)"])
    var text = ""
    for record in records {
      print(record, record.name, record.details, String(reflecting: record), to: &text)
      dump(record, to: &text)
    }
    #expect(!text.contains("s3cret"), "\(text)")
  }

  @Test(arguments: [false, true])
  func aFindingIsWrittenToTheStandardErrorStreamIfThereIsOne(isClosed: Bool) async {
    let result = await #expect(
      processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
    ) { [isClosed] in
      if isClosed { close(STDERR_FILENO) }
      StoreDiagnostics().report(.returnedFromRead(["a"]))
      exit(7)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("ReferenceStore: read(_:) returned a") == !isClosed)
  }
}

/// H3: code writes through a reference that a reducer kept, without a notification.
@Suite("Changes outside dispatch", .timeLimit(.minutes(15)))
struct OutsideChangeTests {
  private let findings = LegacyRecorder<StoreFinding>()
  private let leaked = Leaked()

  private func store(_ state: sending LegacyState) -> LegacyReferenceStore {
    let configuration = diagnosing(findings) { $0.detectsOutsideChanges = true }
    return LegacyReferenceStore(state: state, configuration: configuration) { [leaked] state, _ in
      leaked.state = state
    }
  }

  enum Look: CaseIterable { case read, currentState, nextAction }

  @Test(arguments: Look.allCases)
  func areFoundByEachLook(_ look: Look) throws {
    nonisolated(unsafe) let state = LegacyState()
    let store = store(state)
    func left() throws -> Int {
      switch look {
      case .read: return store.read { $0.left }
      case .currentState: return try store.currentState().left
      case .nextAction:
        store.reduce("next")
        return leaked.state?.left ?? 0
      }
    }
    state.left = 4
    #expect(try left() == 4)
    store.reduce("leak")
    leaked.state?.left = 5
    for _ in 0..<2 { #expect(try left() == 5) }
    let last = look == .nextAction ? 2 : 1
    #expect(
      findings.values.map(\.description) == [
        "changed outside dispatch at `left`, before the first action",
        "changed outside dispatch at `left`, after action \(last) `LegacyAction`",
      ])
  }

  @Test func keysUnderASecretNameAreNotShown() {
    for (path, text) in [
      ("tokens.pl4nted.count", "`tokens.<redacted>`"), ("login.password", "`login.password`"),
      ("items.1.title", "`items.1.title`"), ("a.s\\.key.7", "`a.s\\.key.<redacted>`"),
    ] {
      let difference = GraphDifference(path: path, kind: .changed)
      let finding = StoreFinding.changedOutsideDispatch([difference], after: nil)
      #expect("\(finding)" == "changed outside dispatch at \(text), before the first action")
    }
  }

  @Test func doNotIncludeTheWorkOfOtherModules() {
    let store = store(.graph())
    store.enqueue { $0.items[0].title = "by another module" }
    store.beforeAccess { $0.right += 1 }
    #expect(store.read { $0.items[0].title } == "by another module")
    store.reduce("leak")
    #expect(findings.values.isEmpty)
    leaked.state?.items[1].title = "written through"
    store.enqueue { _ in }
    store.flush()
    #expect(findings.values.count == 1)
  }
}

/// Keeps the live state, which is wrong.
///
/// `@unchecked Sendable` because the tests flush the store before they touch the state.
private final class Leaked: @unchecked Sendable {
  var state: LegacyState?
}

/// H9 and H10: what a coding forgets is lost without a word, unless the diagnostics look for it.
@Suite("Incomplete copies", .timeLimit(.minutes(15)))
struct IncompleteCopyTests {
  final class ForgetfulState: Codable {
    var kept = 0
    var forgotten = 0

    init() {}

    private enum CodingKeys: CodingKey { case kept }
  }

  @Test(arguments: [[], ["ForgetfulState.forgotten"]] as [Set<String>])
  func aForgottenPropertyIsNamedUnlessItIsExcused(_ excused: Set<String>) throws {
    let findings = LegacyRecorder<StoreFinding>()
    let configuration = diagnosing(findings) { $0.verifiesCopiesIgnoring = excused }
    let store = ReferenceStore<ForgetfulState, Int>(
      state: ForgetfulState(), configuration: configuration
    ) { state, action in state.forgotten = action }
    _ = try store.currentState()
    #expect(findings.values.isEmpty)
    store.dispatch(7)
    #expect(try store.currentState().forgotten == 0)
    let lost = findings.values.flatMap { finding -> [String] in
      if case .incompleteCopy(let error) = finding { error.losses.map(\.property) } else { ["?"] }
    }
    #expect(lost == (excused.isEmpty ? ["ForgetfulState.forgotten"] : []))
  }
}

/// A state that cannot be kept or compared is a finding of its own.
@Suite("States that cannot be compared", .timeLimit(.minutes(15)))
struct UndecidedComparisonTests {
  private let findings = LegacyRecorder<StoreFinding>()

  private func store(
    _ block: @escaping ReduceBlock<Fragile, Bool>
  ) -> ReferenceStore<Fragile, Bool> {
    ReferenceStore(
      state: Fragile(), configuration: diagnosing(findings) { $0.detectsOutsideChanges = true },
      block)
  }

  @Test func aStateThatCannotBeKeptOrComparedIsReportedOncePerAction() {
    let broken = store { state, action in state.isBroken = action }
    for action in [false, true, false, false] { broken.dispatch(action) }
    broken.flush()
    #expect(findings.values.count == 1)
    nonisolated(unsafe) weak var leaked: Fragile?
    let store = store { state, _ in leaked = state }
    store.dispatch(true)
    store.flush()
    #expect(findings.values.count == 1)
    leaked?.isBroken = true
    store.read { _ in }
    store.read { _ in }
    let errors = findings.values.dropFirst().map { finding -> any Error in
      if case .cannotCheck(let error) = finding { error } else { CancellationError() }
    }
    #expect(errors.map { $0 is Fragile.Refusal } == [true])
  }
}
