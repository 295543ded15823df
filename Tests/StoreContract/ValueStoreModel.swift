/// The state that every value-style store under test holds.
package struct ValueStoreModel: Sendable, Equatable, Codable {
  package var number: Int?
  /// A sub-state that most claims leave alone.
  package var other = 0
  package var items: [Int] = []
  package var notes: [Int] = []

  package init(number: Int? = nil, items: [Int] = []) {
    self.number = number
    self.items = items
  }

  /// The reducer of every store under test.
  package static func reduce(_ state: inout ValueStoreModel, _ action: ValueStoreModelAction) {
    switch action {
    case .set(let number): state.number = number
    case .setOther(let other): state.other = other
    case .replaceItem(let index, let value): state.items[index] = value
    case .note(let note): state.notes.append(note)
    }
  }
}

/// The actions that every value-style store under test understands.
package enum ValueStoreModelAction: Sendable, Equatable, Codable {
  case set(Int?)
  case setOther(Int)
  case replaceItem(Int, with: Int)
  case note(Int)
}
