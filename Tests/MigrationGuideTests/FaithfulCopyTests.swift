import ObjectGraph
import Testing

enum BeforeTheCheck {
  final class Session: Codable {
    var user = ""
    var visits = 0

    private enum CodingKeys: CodingKey { case user }
  }
}

enum AfterTheCheck {
  final class Session: Codable {
    var user = ""
    var visits = 0
  }
}

// region: copied-by-value
extension Route: CopiedByValue {}
// endregion

/// Runs the code of steps 2 and 10.
@Suite struct FaithfulCopyTests {
  @Test func whatIsNotCodedIsNamed() throws {
    let session = BeforeTheCheck.Session()
    session.visits = 7
    let error = #expect(throws: IncompleteCopyError.self) { try Graph.verifyCopy(of: session) }
    try GuideBlock.expect("\(try #require(error))", isShownAs: "loss")
    try Graph.verifyCopy(of: session, ignoring: ["Session.visits"])
  }

  /// A marked value inside of a graph included.
  @Test func theCopyIsFaithful() throws {
    typealias Session = AfterTheCheck.Session
    // region: verify
    let session = Session()
    session.user = "ann"
    session.visits = 7
    try Graph.verifyCopy(of: session)
    // endregion
    let state = AppState()
    state.routes.routes = [.list, .note(1)]
    try Graph.verifyCopy(of: state)
  }
}
