public import Foundation
public import ReduxBridge
import ReduxSessions
import ReferenceRedux

/// A session on one page: an HTML file that needs no network.
///
/// ```swift
/// try SessionPage(of: file, check, title: "Ticket 4711")
///   .write(to: folder.appendingPathComponent("session.html"))
/// ```
///
/// The page shows the actions as a list that can be filtered, the changes by each action, the whole state before and
/// after each action, the stages of the slices, the mismatches with the values of both sides, the ledger and the gates.
/// A token replaces each secret, as in the recording, and the redactor masks secrets that the replayed code adds.
public struct SessionPage: Sendable {
  /// The page as HTML.
  package let html: String

  /// Replays a recording, and creates a page that shows the changes by each action.
  ///
  /// - Parameters:
  ///   - file: The file that a `SessionRecorder` wrote.
  ///   - check: The check that replays the recording.
  ///   - side: The side whose state is shown. With nil, the page compares both sides, and shows the old side's state.
  ///   - actionTypes: The types of the actions, if `Action` is a protocol.
  ///   - title: The title of the page.
  ///   - window: A closure that returns the name of the app's window to which an action belongs, for a filter, or nil.
  /// - Throws: ``SessionError``, errors of reading that name the file, and errors of making the initial state.
  /// - Complexity: O(*n* · *m*) for *n* actions, where *m* is the size of the changed parts and of each list that
  ///   becomes longer or shorter. If blocks belong to no slice, *m* is the size of the whole state, and the page
  ///   shows the changes by these blocks under `outside of slices`.
  public init<State, Action>(
    of file: URL, _ check: ParityCheck<State, Action>, on side: Side? = nil,
    actionTypes: [any (Decodable & Sendable).Type] = [], title: String,
    window: (Action) -> String? = { _ in nil }
  ) throws {
    let replay = try SessionReplay(SessionRecording(contentsOf: file), check, actionTypes)
    let content = try SessionPageContent(replay, on: side, title: title, window: window)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No text of the data is markup.
    let data = String(decoding: try encoder.encode(content), as: UTF8.self)
      .replacing("<", with: "\\u003c")
    // The file is a whole page with an empty object; its script adds the texts of the session.
    let page = String(decoding: PackageResources.session_html, as: UTF8.self)
    html = page.replacing("id=\"data\">{}<", with: "id=\"data\">\(data)<")
  }

  /// Writes the page to a file that only the user who runs the process can read.
  ///
  /// - Parameter url: The place of the file, in an existing folder.
  /// - Throws: Errors of `AutosaveFile.write(_:)`, which refuses a symbolic link.
  public func write(to url: URL) throws {
    try AutosaveFile(at: url).write(Data(html.utf8))
  }
}
