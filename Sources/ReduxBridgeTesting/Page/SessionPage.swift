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
/// The page shows the actions as a list that can be filtered, the changes by each action, the whole state before
/// and after each action, the stages of the slices, the mismatches with both sides, the ledger and the gates. A
/// token replaces each secret, as in the recording, and the redactor masks secrets that the replayed code adds.
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
  ///   - window: Returns the window of an action, or nil for an action without a window. Readers can filter by window.
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
    html = Self.text(data)
  }

  /// Writes the page to a file that only the user who runs the process can read.
  ///
  /// - Parameter url: The place of the file, in an existing folder.
  /// - Throws: Errors of `AutosaveFile.write(_:)`, which refuses a symbolic link.
  public func write(to url: URL) throws {
    try AutosaveFile(at: url).write(Data(html.utf8))
  }

  /// The markup, without a text of the session: the script adds these.
  private static func text(_ data: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
    <link rel="icon" href="data:,">
    <title>Session</title>
    <style>
    \(file(PackageResources.session_css))
    </style>
    </head>
    <body>
    <header>
    <h1 id="title"></h1>
    <p id="headline"></p>
    <p id="origin" class="soft"></p>
    <p><button id="copy" type="button">Copy a test to paste</button></p>
    <pre id="test" class="unseen"></pre>
    <div id="notes"></div>
    </header>
    <main>
    <div class="tools" role="search">
    <label class="wide"><span class="unseen">Search</span>\
    <input type="search" id="text" placeholder="Search actions" autocomplete="off"></label>
    <label>Slice<select id="slice"><option value="">all</option></select></label>
    <label>Type<select id="type"><option value="">all</option></select></label>
    <label>Window<select id="window"><option value="">all</option></select></label>
    <button id="next-fault" type="button">Next mismatch</button>
    <span id="count" class="soft" aria-live="polite"></span></div>
    <p class="soft">The stage of each slice when it was recorded, and where both sides differ, replayed at shadow.</p>
    <div id="lanes"><span>Position</span>\
    <input type="range" id="position" min="0" max="0" value="0" aria-label="Position"></div>
    <div class="columns">
    <section aria-label="Timeline">
    <div id="timeline" class="list" role="grid" tabindex="0" aria-label="Actions">
    <div class="heads row" role="row" aria-rowindex="1" style="position:sticky">\
    <span role="columnheader" class="number">No.</span>\
    <span role="columnheader" class="type">Action</span>\
    <span role="columnheader" class="touched">Changed</span></div>
    <div id="timeline-rows" class="body" role="rowgroup"></div></div>
    <p class="soft">Keys: ↑ ↓ or j k for the actions, m for the next mismatch, b for before and
    after, / to search.</p>
    </section>
    <section aria-label="The chosen action">
    <h2 id="heading"></h2>
    <p id="status" class="unseen" role="status" aria-live="polite"></p>
    <pre id="payload"></pre>
    <div id="faults"></div>
    <div class="scroll" tabindex="0" role="group" aria-label="Changes"><table>
    <thead><tr><th scope="col">Path</th><th scope="col">Before</th><th scope="col">After</th></tr>
    </thead><tbody id="changes"></tbody></table></div>
    <p id="changes-note" class="soft"></p>
    <div class="tools" role="radiogroup" aria-label="State">
    <strong>State</strong>
    <label><input type="radio" name="moment" id="before">before</label>
    <label><input type="radio" name="moment" id="after" checked>after</label></div>
    <div id="tree" class="list" role="group" tabindex="0" aria-label="State"></div>
    </section>
    </div>
    <details><summary>Ledger</summary><div class="scroll" tabindex="0" role="group" \
    aria-label="Ledger"><table class="figures"><thead><tr><th scope="col">Slice</th>\
    <th scope="col">Action</th><th scope="col">Compared</th><th scope="col">Changed</th><th scope="col">Matched</th>\
    <th scope="col">Excused</th><th scope="col">Mismatched</th><th scope="col">Skipped</th></tr>
    </thead><tbody id="ledger"></tbody></table></div></details>
    <details><summary>Gates</summary><div class="scroll" tabindex="0" role="group" \
    aria-label="Gates"><table><thead><tr><th scope="col">Slice</th><th scope="col">Gate</th></tr>
    </thead><tbody id="gates"></tbody></table></div></details>
    </main>
    <script type="application/json" id="data">\(data)</script>
    <script>
    \(file(PackageResources.session_js))
    </script>
    </body>
    </html>

    """
  }

  private static func file(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
