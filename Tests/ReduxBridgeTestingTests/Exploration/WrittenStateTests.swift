import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

/// States that are restored by writing values, and told apart by what the values encode.
@Suite struct WrittenStateTests {
  /// The number of states by writing, and by copying.
  private func states<Value: Equatable & Sendable>(
    of slice: StateSlice<Dial, Turn, Value>
  ) throws -> [Int] {
    let proof = try MigrationCheck([.slice(slice)]) { Dial() }.run(Turn.allCases + Turn.allCases)
    let check = ParityCheck(slice) { Dial() }
    let written = try check.exhaust(Turn.allCases, depth: 20, provedBy: proof)
    let copied = try check.exhaust(Turn.allCases, depth: 20)
    #expect(written.description.contains("all that is reachable"), "\(written)")
    #expect(written.description == copied.description)
    return [written.states, copied.states]
  }

  @Test func valuesAreToldApart() throws {
    #expect(try states(of: Dial.slice(DialValue.self)) == [610, 610])
    // Two such values encode the same, so their digests would be the same.
    #expect(try states(of: Dial.slice(ShortDialValue.self)) == [610, 610])
    #expect(try states(of: Dial.slice(UncodedDialValue.self)) == [610, 610])
  }

  @Test func aReportOfNoActionIsNoProof() throws {
    let slice = Dial.slice(DialValue.self)
    let proof = try MigrationCheck([.slice(slice)]) { Dial() }.run([])
    let error = #expect(throws: (any Error).self) {
      try ParityCheck(slice) { Dial() }.exhaust(Turn.allCases, depth: 2, provedBy: proof)
    }
    #expect("\(try #require(error))".contains("the report does not know slice \"dial\""))
  }

  /// A search that takes the states of all gears for one ends before the difference.
  @Test func aDifferenceBehindAMistakenStateIsFound() throws {
    let slice = Dial.slice(ShortDialValue.self) { value in
      if value.gear == 5, value.turn == 3 { value.turn = 0 }
    }
    let proof = try MigrationCheck([.slice(Dial.slice(ShortDialValue.self))]) { Dial() }
      .run(Turn.allCases)
    let check = ParityCheck(slice) { Dial() }
    let written = try check.exhaust(Turn.allCases, depth: 20, cores: 1, provedBy: proof)
    let copied = try check.exhaust(Turn.allCases, depth: 20, cores: 1)
    #expect(written.mismatch != nil)
    #expect(written.counterexample == copied.counterexample)
    #expect(written.transitions == copied.transitions)
  }
}

private enum Turn: CaseIterable, Sendable { case right, shift }

private final class Dial: Codable {
  var turn = 0
  var gear = 0

  fileprivate static func slice<Value: AnyDialValue>(
    _ type: Value.Type, alsoChange: @escaping @Sendable (inout Value) -> Void = { _ in }
  ) -> StateSlice<Dial, Turn, Value> {
    StateSlice(
      "dial",
      projection: Projection(
        read: { dial in
          var value = Value()
          (value.turn, value.gear) = (dial.turn, dial.gear)
          return value
        }, write: { ($0.turn, $0.gear) = ($1.turn, $1.gear) }),
      legacy: [
        { dial, action in
          var value = DialValue()
          (value.turn, value.gear) = (dial.turn, dial.gear)
          value.apply(action)
          (dial.turn, dial.gear) = (value.turn, value.gear)
        }
      ],
      reducer: Reducer { value, action in
        value.apply(action)
        alsoChange(&value)
      })
  }
}

private protocol AnyDialValue: Equatable, Sendable {
  init()
  var turn: Int { get set }
  var gear: Int { get set }
}

extension AnyDialValue {
  /// Leads to each of 61 turns in each of 10 gears, in 14 actions at most.
  fileprivate mutating func apply(_ action: Turn) {
    switch action {
    case .right: turn = (turn * 2 + gear + 1) % 61
    case .shift: (turn, gear) = ((turn * 3 + 7) % 61, (gear + 1) % 10)
    }
  }
}

private struct DialValue: AnyDialValue, Codable {
  var turn = 0
  var gear = 0
}

private struct ShortDialValue: AnyDialValue, Codable {
  var turn = 0
  var gear = 0

  private enum CodingKeys: String, CodingKey { case turn }
}

private struct UncodedDialValue: AnyDialValue {
  var turn = 0
  var gear = 0
}
