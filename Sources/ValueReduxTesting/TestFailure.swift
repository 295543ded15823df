/// What a ``TestStore`` found to be otherwise than the test said.
///
/// It is thrown, so that it fails a test of any framework; its description says what, where, and how
/// the values differ.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
public struct TestFailure: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// ## Thread safety
  ///
  /// Safe from any thread because it is an immutable value.
  public enum Kind: Sendable, Equatable {
    /// The state after an action is not the expected one.
    case unexpectedState
    /// Another action than the expected one was dispatched by a middleware or by work.
    case unexpectedAction
    /// An action was expected, and nothing is running that could dispatch it.
    case missingAction
    /// Actions were dispatched that the test did not receive.
    case unreceivedActions
    /// Work is running at the end of the test.
    case runningWork
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What was found, over several lines.
  public let message: String
  /// The file of the failing call.
  public let fileID: String
  /// The line of the failing call.
  public let line: Int

  /// The place, and what was found there.
  public var description: String { "\(fileID):\(line): \(message)" }
}

/// Where in a test a call stands.
struct CallSite {
  let fileID: String
  let line: Int

  func failure(_ kind: TestFailure.Kind, _ message: String) -> TestFailure {
    TestFailure(kind: kind, message: message, fileID: fileID, line: line)
  }
}
