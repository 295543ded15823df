import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

extension Notification.Name {
  fileprivate static let shelfDidChange = Notification.Name("ShelfDidChange")
}

// region: main-model
@MainActor final class Shelf: @MainActor Codable {
  let id: Int
  @BackReference var room: Room?
  var title: String {
    didSet {
      guard title != oldValue else { return }
      NotificationCenter.default.post(name: .shelfDidChange, object: self)
    }
  }

  init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

@MainActor final class Room: @MainActor Codable {
  var shelves: [Shelf] = []
  private var titles: [Int: String]?

  private enum CodingKeys: CodingKey { case shelves }

  func add(_ shelf: Shelf) {
    shelf.room = self
    shelves.append(shelf)
    titles = nil
  }

  init() {}
}
// endregion

// region: main-blocks
enum RoomAction: Codable, Equatable, Sendable {
  case add(id: Int, title: String)
  case rename(id: Int, title: String)
}

@MainActor enum RoomBlocks {
  static let shelves: MainReduceBlock<Room, RoomAction> = { room, action in
    switch action {
    case .add(let id, let title): room.add(Shelf(id: id, title: title))
    case .rename(let id, let title): room.shelves.first { $0.id == id }?.title = title
    }
  }
}
// endregion

// region: main-slice
struct ShelfValue: Equatable, Sendable {
  var id: Int
  var title: String
}

struct RoomValue: Equatable, Sendable {
  var shelves: [ShelfValue] = []

  static let reducer = Reducer<RoomValue, RoomAction> { value, action in
    switch action {
    case .add(let id, let title): value.shelves.append(ShelfValue(id: id, title: title))
    case .rename(let id, let title):
      for index in value.shelves.indices where value.shelves[index].id == id {
        value.shelves[index].title = title
      }
    }
  }
}

@MainActor enum RoomSlices {
  static let shelf = Projection<Shelf, ShelfValue>(
    read: onMainActor { ShelfValue(id: $0.id, title: $0.title) },
    write: onMainActor { Projection.assign($1.title, to: \.title, of: $0) })

  static let room = StateSlice<Room, RoomAction, RoomValue>(
    "room",
    projection: Projection(
      read: onMainActor { room in RoomValue(shelves: room.shelves.map(shelf.read)) },
      write: onMainActor { room, value in
        room.shelves.removeAll { shelf in !value.shelves.contains { $0.id == shelf.id } }
        for new in value.shelves {
          if let present = room.shelves.first(where: { $0.id == new.id }) {
            shelf.write(present, new)
          } else {
            room.add(Shelf(id: new.id, title: new.title))
          }
        }
      }),
    legacy: [onMainActor(RoomBlocks.shelves)], reducer: RoomValue.reducer)
}
// endregion

/// Runs the code of the page about models on the main actor.
@MainActor
@Suite struct MainActorStepTests {
  @Test func theModelPostsAtEachStage() throws {
    // region: main-check
    let check = ParityCheck([.slice(RoomSlices.room)]) {
      MainActor.assumeIsolated { Room() }
    }.posting([.shelfDidChange])
    let report = try check.run(
      .list([.add(id: 1, title: "novels"), .rename(id: 1, title: "essays")]))
    #expect(report.passed, "\(report)")
    // endregion
  }

  @Test func screensFollowTheModel() throws {
    // region: main-store
    let room = Room()
    let store = MainMigrationStore(state: room, entries: [.slice(RoomSlices.room)])
    store.dispatch(.add(id: 1, title: "novels"))
    try store.setStage(.shadow, of: RoomSlices.room)
    // endregion
    #expect(store.mismatches.isEmpty)

    try store.setStage(.migrated, of: RoomSlices.room)
    let shown = TitlesPresenter(store)
    store.dispatch(.add(id: 2, title: "essays"))
    #expect(shown.titles == ["novels", "essays"])
    #expect(room.shelves.allSatisfy { $0.room === room })
  }
}

// region: main-facade
@MainActor final class TitlesPresenter {
  private var token: SubscriptionToken?
  private(set) var titles: [String] = []

  init(_ store: MainMigrationStore<Room, RoomAction>) {
    let room = store.facade(of: RoomSlices.room)
    token = room.subscribe({ $0.shelves.map(\.title) }) { [weak self] in self?.titles = $0 }
  }
}
// endregion
