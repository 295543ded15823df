import ObjectGraph
import Testing

enum BeforeTheCheck {
  // region: forgetful
  final class Session: Codable {
    var user = ""
    var visits = 0

    private enum CodingKeys: CodingKey {
      case user
    }
  }
  // endregion
}

enum AfterTheCheck {
  // region: faithful
  final class Session: Codable {
    var user = ""
    var visits = 0
  }
  // endregion
}

/// Step 2, run.
@Suite struct FaithfulCopyTests {
  typealias Session = AfterTheCheck.Session

  @Test func whatIsNotCodedIsLost() throws {
    let session = BeforeTheCheck.Session()
    session.visits = 7
    #expect(try ObjectGraph.copy(session).visits == 0)
  }

  @Test func theCopyIsFaithful() throws {
    // region: no-differences
    let session = Session()
    session.user = "ann"
    session.visits = 7
    let copy = try ObjectGraph.copy(session)
    #expect(copy.visits == 7)
    #expect(try ObjectGraph.isEqual(session, copy))
    // endregion
  }
}
