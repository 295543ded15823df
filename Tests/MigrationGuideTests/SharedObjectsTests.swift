import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

final class MailState: Codable {
  var folders: [MailFolder] = []
}

final class MailFolder: Codable {
  let id: Int
  var unread = 0

  init(_ id: Int) { self.id = id }
}

enum MailAction: Sendable, Equatable { case add(Int), delete(Int), receive(Int) }

enum MailReducers {
  static let folders: ReduceBlock<MailState, MailAction> = { state, action in
    switch action {
    case .add(let id):
      if !state.folders.contains(where: { $0.id == id }) { state.folders.append(MailFolder(id)) }
    case .delete(let id): state.folders.removeAll { $0.id == id }
    case .receive: break
    }
  }

  static let unread: ReduceBlock<MailState, MailAction> = { state, action in
    guard case .receive(let id) = action else { return }
    state.folders.first { $0.id == id }?.unread += 1
  }
}

enum MailProjections {
  static let unread = Projection<MailState, [Int: Int]>(
    read: { state in Dictionary(uniqueKeysWithValues: state.folders.map { ($0.id, $0.unread) }) },
    write: { state, unread in
      for folder in state.folders { folder.unread = unread[folder.id] ?? 0 }
    })
}

enum MailSlices {
  static let folders = StateSlice(
    "folders",
    projection: Projection<MailState, [Int]>.list(
      \.folders, objectID: \.id, valueID: \.self,
      element: Projection(read: { $0.id }, write: { _, _ in }), make: { MailFolder($0) }),
    legacy: [MailReducers.folders],
    reducer: Reducer<[Int], MailAction> { folders, action in
      switch action {
      case .add(let id): if !folders.contains(id) { folders.append(id) }
      case .delete(let id): folders.removeAll { $0 == id }
      case .receive: break
      }
    })
}

// region: shared
extension MailSlices {
  static let unread = StateSlice(
    "unread", reading: folders, projection: MailProjections.unread,
    legacy: [MailReducers.unread],
    reducer: ReadingReducer<[Int: Int], [Int], MailAction> { unread, folders, action in
      unread = unread.filter { folders.contains($0.key) }
      for id in folders { unread[id, default: 0] += action == .receive(id) ? 1 : 0 }
    }
  )
  .allowing("*", of: .foreignWrite, because: "the folders own the objects with the numbers")

  static let entries: [MigrationEntry<MailState, MailAction>] = [
    .slice(folders), .slice(unread),
  ]
}
// endregion

/// V16: two slices over one set of objects, as the guide declares them.
@Suite struct SharedObjectsTests {
  private static let list: [MailAction] = [
    .add(1), .add(2), .receive(1), .receive(2), .delete(1), .receive(2), .add(3), .receive(3),
    .delete(2), .delete(3), .add(1), .receive(1), .receive(1), .delete(1), .add(4),
  ]

  @Test func theChecksFollowTheRule() throws {
    let check = ParityCheck(MailSlices.entries) { MailState() }
    #expect(try check.run(.list(Self.list), effort: .full).failures == [])
    #expect(
      try check.run(.everyState(of: [.add(1), .receive(1), .delete(1)], depth: 4)).failures == [])
  }

  /// And a rule for deletions leaves the additions.
  @Test func withoutTheRuleTheBlockIsNamed() throws {
    let slice = StateSlice(
      "unread", reading: MailSlices.folders, projection: MailProjections.unread,
      legacy: [MailReducers.unread],
      reducer: ReadingReducer<[Int: Int], [Int], MailAction> { unread, folders, action in
        unread = unread.filter { folders.contains($0.key) }
        for id in folders { unread[id, default: 0] += action == .receive(id) ? 1 : 0 }
      })
    let entries =
      [.slice(MailSlices.folders), .slice(slice)] as [MigrationEntry<MailState, MailAction>]
    let finding = try ParityCheck(entries) { MailState() }.judging(slice).run(.list(Self.list))
      .findings[0]
    try GuideBlock.expect("\(finding)", isShownAs: "shared")
    let other = slice.allowing("*", on: "delete", of: .foreignWrite, because: "deletions alone")
    let report = try ParityCheck([.slice(MailSlices.folders), .slice(other)]) { MailState() }
      .run(.list(Self.list))
    #expect(report.findings.filter { $0.subject == .foreignWrite }.count == 5)
    #expect(
      report.failures.last == "folders: block folders.0 writes to unread, at unread, after add")
  }
}
