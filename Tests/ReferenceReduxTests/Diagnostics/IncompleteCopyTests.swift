import ObjectGraph
import ReferenceRedux
import StoreContract
import Testing

/// H9 and H10: what a coding forgets is lost without a word, unless the diagnostics look for it.
@Suite("Incomplete copies", .timeLimit(.minutes(15)))
struct IncompleteCopyTests {
  final class ForgetfulState: Codable {
    var kept = 0
    var forgotten = 0
    var animal: Animal?

    init() {}

    private enum CodingKeys: CodingKey { case kept, animal }
  }

  class Animal: Codable {
    var name = "Rex"

    init() {}
  }

  /// Codes what its superclass codes, and nothing of its own.
  final class Dog: Animal {
    var tricks = 0

    override init() { super.init() }

    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  private let findings = LegacyRecorder<StoreFinding>()

  private func store(
    verifies: Bool = true, excusing excused: Set<String> = [],
    _ block: @escaping ReduceBlock<ForgetfulState, Int>
  ) -> ReferenceStore<ForgetfulState, Int> {
    var diagnostics = StoreDiagnostics()
    diagnostics.verifiesCopies = verifies
    diagnostics.excusedFromCopies = excused
    diagnostics.report = { [findings] in findings.record($0) }
    var configuration = StoreConfiguration()
    configuration.diagnostics = diagnostics
    return ReferenceStore(
      state: ForgetfulState(), reducers: [block], configuration: configuration)
  }

  private var lost: [String] {
    var lost: [String] = []
    for case .incompleteCopy(let error) in findings.values {
      lost += error.losses.map(\.property)
    }
    return lost
  }

  @Test func aForgottenPropertyIsNamed() throws {
    let store = store { state, action in state.forgotten = action }
    _ = try store.currentState()
    #expect(lost == [])
    store.dispatch(7)
    #expect(try store.currentState().forgotten == 0)
    #expect(lost == ["ForgetfulState.forgotten"])
  }

  @Test func aSubclassWithoutItsOwnCodingIsNamed() throws {
    let store = store { state, action in
      let dog = Dog()
      dog.tricks = action
      state.animal = dog
    }
    store.dispatch(3)
    _ = try store.currentState()
    #expect(lost == ["Dog.tricks"])
  }

  @Test func excusedPropertiesAreNotReported() throws {
    let store = store(excusing: ["ForgetfulState.forgotten"]) { state, action in
      state.forgotten = action
    }
    store.dispatch(7)
    _ = try store.currentState()
    #expect(findings.values.isEmpty)
  }

  @Test func nothingIsLookedForUnlessAskedFor() throws {
    let store = store(verifies: false) { state, action in state.forgotten = action }
    store.dispatch(7)
    _ = try store.currentState()
    #expect(findings.values.isEmpty)
  }
}
