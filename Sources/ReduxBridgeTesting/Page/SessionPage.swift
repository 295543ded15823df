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
/// The page shows the actions as a timeline that can be filtered, what each action changed, the whole state
/// before and after each, the stages of the slices, the mismatches with both sides, and the ledger and the
/// gates. It holds what the recording holds: tokens in place of secrets, and what the replayed code adds goes
/// through the redactor as well.
public struct SessionPage: Sendable {
  /// The page as HTML.
  package let html: String

  /// Replays a recording, and makes a page of what each action changes.
  ///
  /// - Parameters:
  ///   - file: The file that a `SessionRecorder` wrote.
  ///   - check: The check that replays it.
  ///   - side: The side whose state is shown; nil to replay both with parity, and show the old side's.
  ///   - actionTypes: The types of the actions, where `Action` is a protocol.
  ///   - title: The title of the page.
  ///   - window: Returns the window that an action is for, to filter by; nil for none.
  /// - Throws: ``SessionError``, errors of reading with the file, and errors of making the initial state.
  /// - Complexity: O(*n* · *m*), *n* being the number of actions and *m* the size of what they change, and of
  ///   the lists that they make longer or shorter; that of the whole state where blocks belong to no slice,
  ///   whose changes stand under `outside of slices`.
  public init<State, Action>(
    of file: URL, _ check: ParityCheck<State, Action>, on side: Side? = nil,
    actionTypes: [any (Decodable & Sendable).Type] = [], title: String,
    window: (Action) -> String? = { _ in nil }
  ) throws {
    let replay = try SessionReplay(SessionRecording(contentsOf: file), check, actionTypes)
    var content = SessionPageContent(replay, window: window)
    try content.run(replay, on: side)
    let test = """
      @Test func bothSidesAgreeOnTheSession() throws {
        let file = URL(fileURLWithPath: "\(replay.recording.name)")
        let check = ParityCheck(entries) { \(State.self)() }
        #expect(try check.run(.recording(file)).findings == [])
      }
      """
    html = Self.text(title: title, replay.recording, notes: replay.notes, content, test: test)
  }

  /// Writes the page, readable only for its user.
  ///
  /// - Parameter url: The place of the file, in an existing folder.
  /// - Throws: What `AutosaveFile.write(_:)` throws, which refuses a symbolic link.
  public func write(to url: URL) throws {
    try AutosaveFile(at: url).write(Data(html.utf8))
  }

  // MARK: Markup

  /// A text for the content of an element, or for the value of an attribute in quotes.
  ///
  /// It goes by Unicode scalars, as parsers do: to Swift, a quote with a combining accent is a character of
  /// its own, but it ends an attribute.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      default:
        if isShown(scalar) {
          escaped.unicodeScalars.append(scalar)
        } else {
          escaped += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return escaped
  }

  /// Whether a page shows a scalar itself, and not its number, as the script of the page does.
  ///
  /// A control, a change of direction or one without a width could make a text look like another one.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  private static func text(
    title: String, _ recording: SessionRecording, notes: [String], _ content: SessionPageContent,
    test: String
  ) -> String {
    let origin = [
      recording.app, recording.version, recording.seed.map { "seed \($0)" } ?? "",
      counted(recording.actionCount, "action"), counted(content.mismatches.count, "mismatch"),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <link rel="icon" href="data:,">
      <title>\(escaped(title))</title>
      <style>
      \(file(PackageResources.session_css))
      </style>
      </head>
      <body>
      <header>
      <h1>\(escaped(title))</h1>
      <p class="finding">\(escaped(content.headline))</p>
      <p class="soft">\(escaped(origin))</p>
      \(content.mismatches.isEmpty ? "" : pastedTest(test))
      \(notes.map { "<p class=\"soft\">\(escaped($0))</p>" }.joined(separator: "\n"))
      </header>
      <main>
      \(tools(content))
      \(lanes(content))
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
      \(tables(content))
      </main>
      <script type="application/json" id="data">\(content.json)</script>
      <script>
      \(file(PackageResources.session_js))
      </script>
      </body>
      </html>

      """
  }

  private static func file(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A test that fails until both sides agree; each line is escaped, since escaping removes their ends.
  private static func pastedTest(_ test: String) -> String {
    let lines = test.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
    return """
      <p><button id="copy" type="button">Copy a test to paste</button></p>
      <pre id="test" class="unseen">\(lines)</pre>
      """
  }

  private static func tools(_ content: SessionPageContent) -> String {
    func choice(_ id: String, _ name: String, _ all: String, _ names: [String]) -> String {
      guard names.count > 1 else { return "" }
      let sorted = names.enumerated().sorted { $0.element < $1.element }
      let options = sorted.map { "<option value=\"\($0.offset)\">\(escaped($0.element))</option>" }
      return "<label>\(name)<select id=\"\(id)\"><option value=\"\">\(all)</option>"
        + options.joined() + "</select></label>"
    }
    return """
      <div class="tools" role="search">
      <label class="wide"><span class="unseen">Search</span>\
      <input type="search" id="text" placeholder="Search actions" autocomplete="off"></label>
      \(choice("slice", "Slice", "all", content.slices))
      \(choice("type", "Type", "all", content.types.texts))
      \(choice("window", "Window", "all", content.windows.texts))
      <label><input type="checkbox" id="changed">changed something</label>
      <label><input type="checkbox" id="faulty">mismatches</label>
      <button id="next-fault" type="button">Next mismatch</button>
      <span id="count" class="soft" aria-live="polite"></span></div>
      """
  }

  private static func lanes(_ content: SessionPageContent) -> String {
    let count = Double(max(1, content.rowCount))
    func share(_ rows: Int) -> String {
      "\((Double(rows) / count * 10_000).rounded() / 100)%"
    }
    let lanes = content.lanes.map { lane in
      let spoken = lane.segments.map { "\($0.stage.rawValue) after action \($0.after)" }
      let segments = lane.segments.map { segment in
        "<i class=\"\(segment.stage.rawValue)\" style=\"left:\(share(segment.rows.lowerBound));"
          + "width:\(share(segment.rows.count))\">\(segment.stage.rawValue)</i>"
      }
      let faults = Set(content.mismatches.filter { $0.mismatch.slice == lane.slice }.map(\.row))
      let marks = faults.sorted().prefix(500).map {
        "<i class=\"fault\" style=\"left:\(share($0))\"></i>"
      }
      let name = escaped(lane.slice)
      return "<span>\(name)</span><div class=\"lane\" role=\"img\" "
        + "aria-label=\"\(name): \(spoken.joined(separator: ", "))\">"
        + segments.joined() + marks.joined() + "</div>"
    }
    return """
      <p class="soft">The stage of each slice when it was recorded, and where both sides differ now.</p>
      <div class="lanes">\(lanes.joined(separator: "\n"))
      <span>Position</span><input type="range" id="position" min="0" max="0" value="0" \
      aria-label="Position"></div>
      """
  }

  private static func tables(_ content: SessionPageContent) -> String {
    func table(_ title: String, _ heads: [String], figures: Bool = false, _ rows: [String])
      -> String
    {
      guard !rows.isEmpty else { return "" }
      return """
        <details><summary>\(title)</summary><div class="scroll" tabindex="0" role="group" \
        aria-label="\(title)"><table\(figures ? " class=\"figures\"" : "")><thead><tr>\
        \(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead><tbody>
        \(rows.map { "<tr>\($0)</tr>" }.joined(separator: "\n"))
        </tbody></table></div></details>
        """
    }
    func name(_ text: String) -> String { "<th scope=\"row\">\(escaped(text))</th>" }
    let counts = content.ledger.map { row in
      let counts = row.counts
      return name(row.slice) + name(row.type)
        + [counts.compared, counts.matched, counts.excused, counts.mismatched, counts.skipped]
        .map { "<td>\($0)</td>" }.joined()
    }
    let gates = content.gates.map { gate in
      let demands = gate.unmet.isEmpty ? ["open"] : gate.unmet.map(escaped)
      return name(gate.slice) + "<td>\(demands.joined(separator: "<br>"))</td>"
    }
    return table(
      "Ledger", ["Slice", "Action", "Compared", "Matched", "Excused", "Mismatched", "Skipped"],
      figures: true, counts) + table("Gates", ["Slice", "Gate"], gates)
  }
}
