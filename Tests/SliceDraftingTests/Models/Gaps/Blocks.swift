import ReferenceRedux

// Each block is a gap through which a reader of names may lose, or invent, what a block reads and writes.

typealias DepotBlock = ReduceBlock<DepotState, DepotAction>

enum Chain {
  static func first(_ state: DepotState) { second(state.crates, state) }
  static func second(_ crates: [Crate], _ state: DepotState) {
    for crate in crates { third(crate, state) }
  }
  static func third(_ crate: Crate, _ state: DepotState) { Chain.fourth(state, crate.weight) }
  static func fourth(_ owner: DepotState, _ weight: Int) { fifth(owner.fleet, of: owner) }
  static func fifth(_ fleet: Fleet, of owner: DepotState) { sixth(fleet) }
  static func sixth(_ fleet: Fleet) { fleet.trucks.last?.trips += 1 }
}

@resultBuilder enum Lines {
  static func buildBlock(_ parts: String...) -> String { parts.joined() }
}
func lines(@Lines _ text: () -> String) -> String { text() }
func raised(_ state: DepotState) -> Int {
  state.count += 1
  return state.count
}
func raise(_ number: inout Int) { number += 1 }
func with<Part>(_ part: Part, _ change: (Part) -> Void) { change(part) }
func assign<Part>(
  _ path: ReferenceWritableKeyPath<DepotState, Part>, _ part: Part, in state: DepotState
) {
  state[keyPath: path] = part
}

enum DepotBlocks {
  static let chain: DepotBlock = { state, _ in Chain.first(state) }
  static let operators: DepotBlock = { state, _ in
    state << "text"
    (-state.fleet)?.plate = "x"
  }
  static let subscripts: DepotBlock = { state, _ in
    state[0].name = "x"
    state[named: "a"] = state[named: "b"]
  }
  static let observers: DepotBlock = { state, _ in state.seen = 1 }
  static let observed: DepotBlock = { state, _ in state.crates[0].weight = state.size }
  static let wrapper: DepotBlock = { state, _ in state.load += 1 }
  static let conditions: DepotBlock = { state, _ in
    #if os(Linux) || os(macOS)
      state.log = ""
    #else
      state.count = 1
    #endif
  }
  static let builders: DepotBlock = { state, _ in
    state.log = lines {
      "\(raised(state))"
      state.title
    }
  }
  static let interpolation: DepotBlock = { state, _ in
    print("\(state.note("\(state.fleet.ids)")) \(state.title)")
  }
  static let alike: DepotBlock = { state, _ in
    state.fleet.clear()
    var slip = Slip()
    slip.clear()
    slip.name = "x"
  }
  static let alikeInSets: DepotBlock = { state, _ in state.fleet.ids.remove(1) }
  static let aliases: DepotBlock = { state, _ in state.current?.name = "x" }
  static let backReferences: DepotBlock = { state, _ in
    for crate in state.crates { crate.truck?.trips += 1 }
  }
  static let strangers: DepotBlock = { state, _ in
    let mover = Mover(state)
    mover.clear()
    mover.fill(state.fleet)
  }
  static let references: DepotBlock = { state, _ in state.crates.forEach(Mover.empty) }
  static let paths: DepotBlock = { state, _ in
    state[keyPath: \.count] = 1
    assign(\.log, "x", in: state)
  }
  static let closures: DepotBlock = { state, action in
    let change = { (fleet: Fleet) in fleet.ids = [] }
    change(state.fleet)
    with(state.crates) { crates in crates[0].name = "x" }
    func stop() { state.marks = 1 }
    if case .stop = action { stop() }
  }
  static let places: DepotBlock = { state, _ in
    raise(&state.count)
    (state.log, state.size) = ("x", state.total)
    state.title += "x"
  }
  static let tuples: DepotBlock = { state, _ in
    for (number, crate) in state.crates.enumerated() where number > 0 { crate.id = number }
    let (fleet, size) = (state.fleet, state.size)
    fleet.ids = [size]
  }
  static let patterns: DepotBlock = { state, _ in
    if case .some(let truck) = state.fleet.trucks.first { truck.drive() }
    while let crate = state.crates.popLast() { state.fleet.remove(crate.id) }
  }
  static let extensions: DepotBlock = { state, _ in state.crates.first?.reset() }
  static let siblings: DepotBlock = { state, _ in empty(state) }
  static func empty(_ state: DepotState) { state.log = "" }
  static let ternaries: DepotBlock = { state, _ in state.size = state.most() }
  static let closings: DepotBlock = { state, _ in state.crates.first { $0.id == 1 }?.name = "x" }
  static let cases: DepotBlock = { state, action in if case .stop = action { state.size = 0 } }
  static let locals: DepotBlock = { state, _ in
    let raised = raised(state)
    print(raised)
  }
  static let shadows: DepotBlock = { state, _ in
    let count = state.size, log = "\(count)"
    print(count, log)
  }
}
