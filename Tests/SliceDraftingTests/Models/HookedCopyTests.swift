import Foundation
import ObjectGraph
import Testing

@testable import Attic

/// `.ci/drafts` runs this with drafted hooks: they make the copies that the coding makes.
@Suite struct HookedCopyTests {
  @Test func hooksCopyWhatTheCodingCopies() throws {
    let state = AtticState()
    let padlock = Padlock(id: 1, code: 7)
    (state.store.locks, state.store.opened) = ([Lock(id: 0), padlock], padlock)
    state.store.gauges = [Gauge(id: UUID(), label: "g")]
    state.store.crates = [Crate(id: 1, item: Parcel())]
    state.house.keys = [MasterKey(id: "m"), Key(id: "k")]
    state.desk.lost = state.house.keys
    let (rack, branch) = (Rack(id: 1), Rack(id: 2))
    (rack.children, branch.parent) = ([branch], rack)
    branch.bottles = [Bottle(id: "b", in: branch)]
    state.racks = [rack]
    let visitor = Visitor(name: "v", badge: Badge())
    (state.visitor, visitor.badge.visitor) = (visitor, visitor)
    state.settings.hide("hidden")
    state.search.filter = .both(.all, and: .named("n"))
    let (row, room, child) = (Panels.Section.Row(), Room(id: 1, title: "r"), Child(id: 1))
    row.`class` = "c"
    state.store.default.rows = [row]
    child.owner = state.house.keys.first
    room.children = [child]
    state.house.rooms = [room]
    try Graph.verifyCopy(of: state)
    let copy = try Graph.copy(state)
    #expect(try Graph.differences(from: state, to: copy).isEmpty)
    #expect((copy.store.opened as? Padlock)?.code == 7)
    #expect(copy.store.opened === copy.store.locks[1])
    #expect(copy.desk.lost?.contains { $0 is MasterKey } == true)
    #expect(copy.racks[0].children[0].parent === copy.racks[0])
    #expect(copy.visitor?.badge.visitor === copy.visitor && copy.visitor !== visitor)
    #expect(copy.settings.summary == " hidden")
    for visitor in [state.visitor, copy.visitor] { visitor?.badge.visitor = nil }
  }
}
