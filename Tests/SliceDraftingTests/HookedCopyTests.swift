import Foundation
import ObjectGraph
import StoreContract
import Testing

@testable import Workshop

/// The drafted hooks make the copies that the coding makes: random graphs with shared objects, subclasses
/// and references back.
@Suite struct HookedCopyTests {
  private func state(using random: inout SeededGenerator) -> WorkshopState {
    let state = WorkshopState()
    state.preferences.name = "n\(Int.random(in: 0..<100, using: &random))"
    state.preferences.volume = .random(in: 0..<100, using: &random)
    state.preferences.hide("hidden")
    state.catalog.tools = (0..<Int.random(in: 0..<12, using: &random)).map { number in
      tool(number, in: state.catalog, using: &random)
    }
    state.catalog.featured = state.catalog.tools.randomElement(using: &random)
    state.catalog.favorites = state.catalog.tools.filter { _ in Bool.random(using: &random) }
    state.benches = (0..<3).map { number in
      let bench = Bench(id: number)
      bench.current = state.catalog.tools.randomElement(using: &random)
      return bench
    }
    state.customers.customers = (0..<Int.random(in: 0..<6, using: &random)).map { number in
      let customer = Customer(id: UUID(), name: "c\(number)")
      customer.book = state.customers
      let order = Order(id: number)
      order.customer = customer
      let line = OrderLine()
      line.tool = state.catalog.tools.randomElement(using: &random)
      order.lines = [line]
      customer.orders = [order]
      return customer
    }
    state.board.shapes = (0..<6).map { $0.isMultiple(of: 2) ? Circle(id: $0) : Dot(id: $0) }
    state.board.selected = state.board.shapes.randomElement(using: &random)
    state.schedule.folders = [folder(3, below: nil, using: &random)]
    state.devices = [Device(id: UUID(), label: "d")]
    return state
  }

  private func tool(
    _ id: Int, in catalog: Catalog, using random: inout SeededGenerator
  ) -> Tool {
    let tool: Tool
    switch Int.random(in: 0..<3, using: &random) {
    case 0: tool = Tool(id: id, name: "t\(id)")
    case 1: tool = PowerTool(id: id, name: "p\(id)", watts: id * 10)
    default:
      let battery = Battery()
      let cordless = CordlessTool(id: id, name: "c\(id)", watts: id, battery: battery)
      battery.charge = 0.5
      tool = cordless
    }
    tool.catalog = catalog
    tool.parts = (0..<Int.random(in: 0..<3, using: &random)).map { Part(serial: "s\($0)") }
    return tool
  }

  private func folder(
    _ depth: Int, below parent: Folder?, using random: inout SeededGenerator
  ) -> Folder {
    let folder = Folder(id: depth)
    folder.parent = parent
    let appointment = Appointment(id: "a\(depth)", day: depth)
    appointment.folder = folder
    folder.appointments = [appointment]
    if depth > 0 {
      folder.children = (0..<2).map { _ in self.folder(depth - 1, below: folder, using: &random) }
    }
    return folder
  }

  @Test func randomGraphsAreCopiedFaithfully() throws {
    var random = SeededGenerator("HookedCopyTests")
    for _ in 0..<20 {
      let state = state(using: &random)
      try Graph.verifyCopy(of: state)
      let copy = try Graph.copy(state)
      #expect(try Graph.differences(from: state, to: copy).isEmpty)
      #expect(
        copy.catalog.tools.map { "\(type(of: $0))" }
          == state.catalog.tools.map { "\(type(of: $0))" })
      for tool in copy.catalog.tools { #expect(tool.catalog === copy.catalog) }
      #expect(copy.preferences.summary.hasSuffix(" hidden"))
    }
    // No key names it, so a copy has its initial value, with a hook as without.
    let log = ActivityLog()
    log.cachedCount = 7
    #expect(try Graph.copy(log).cachedCount == 0)
  }

  @Test func aCycleThroughStrongBackReferencesIsCopied() throws {
    let battery = Battery()
    let tool = CordlessTool(id: 1, name: "drill", watts: 2, battery: battery)
    battery.tool = tool
    let copy = try Graph.copy(tool)
    #expect(copy.battery.tool === copy)
    #expect(copy.battery !== battery)
    battery.tool = nil
    copy.battery.tool = nil
  }
}
