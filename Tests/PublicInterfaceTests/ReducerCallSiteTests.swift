import Testing
import ValueRedux

private enum Tap: Sendable {
  case tap
}

private struct Row: Sendable, Equatable {
  let id: Int
  var taps = 0
}

private enum Mode: Sendable, Equatable {
  case off
  case on(Int)
}

private struct Root: Sendable, Equatable {
  var rows: [Row] = []
  var maybe: Int? = 0
  var mode = Mode.off
}

private enum RootAction: Sendable {
  case row(Int), tap

  var asTap: Tap? {
    if case .tap = self { .tap } else { nil }
  }
}

/// How an app composes reducers of its own types.
@Suite struct ReducerCallSiteTests {
  private static let counting = Reducer<Int, Tap> { count, _ in count += 1 }

  @Test func featuresAreScopedIntoAnApp() {
    let row = Reducer<Row, Tap> { row, _ in row.taps += 1 }
    let on = CasePath(Mode.on) { mode in if case .on(let count) = mode { count } else { nil } }
    let app = Reducer<Root, RootAction>.combine(
      row.forEach(in: \.rows, id: \.id) { (action: RootAction) in
        if case .row(let id) = action { (id, .tap) } else { nil }
      },
      Self.counting.optional().scoped(to: \.maybe, action: \.asTap),
      Self.counting.scoped(toCase: on).scoped(to: \.mode).scoped(actions: \.asTap))
    var root = Root(rows: [Row(id: 7)], mode: .on(1))
    for action in [RootAction.row(7), .tap] { app.reduce(&root, action) }
    #expect(root.rows == [Row(id: 7, taps: 1)])
    #expect(root.maybe == 1)
    #expect(root.mode == .on(2))
  }
}
