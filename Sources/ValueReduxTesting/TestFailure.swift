public import Foundation

/// An error of a ``TestStore``: the state, the actions or the running work differ from those that the test expects.
///
/// A failure is an error, so it fails a test of any framework. The description of a failure names the file and line of
/// the failing call, and lists the expected and the observed values.
public struct TestFailure: LocalizedError, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Kind: Sendable, Equatable {
    /// The state after an action differs from the expected state.
    case unexpectedState
    /// The closure that describes the expected change changes nothing.
    case noExpectedChange
    /// A middleware or its work dispatched another action than the expected action.
    case unexpectedAction
    /// The expected action did not arrive before all work ended or ``TestStore/patience`` was over.
    case missingAction
    /// Middlewares or their work dispatched actions that the test did not receive.
    case unreceivedActions
    /// Work still runs at the end of the test.
    case runningWork
  }

  /// The kind of failure.
  public let kind: Kind
  /// The expectation and the observation, with one line per difference.
  let message: String
  let fileID: String
  let line: Int

  /// The file and line of the failing call, and the message.
  public var description: String { "\(fileID):\(line): \(message)" }

  /// The text of ``description``, so that `localizedDescription` returns it, too.
  public var errorDescription: String? { description }
}

/// The position of a call in a test.
struct CallSite {
  let fileID: String
  let line: Int

  func failure(_ kind: TestFailure.Kind, _ message: String) -> TestFailure {
    TestFailure(kind: kind, message: message, fileID: fileID, line: line)
  }
}
