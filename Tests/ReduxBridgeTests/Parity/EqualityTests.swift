import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Which values are equal.
@Suite struct EqualityTests {
  final class Meter: Codable {
    var value = MeterValue()
  }

  struct MeterValue: Equatable, Codable, Sendable {
    var level = 0.0
    var levels: [Double] = []
    var byName: [String: Double] = [:]
    var label = ""
    var tags: Set<String> = []
    var seen: Date?
    var count = 0
    var levelSet: Set<Double> = []
    var byLevel: [Double: Int] = [:]
  }

  enum MeterEffect: Equatable, Sendable { case show(Double), name(String) }
  enum MeterAction: Sendable { case poll, count }

  private func slice(
    old: @escaping @Sendable (inout MeterValue) -> Void,
    new: @escaping @Sendable (inout MeterValue) -> Void
  ) -> StateSlice<Meter, MeterAction, MeterValue> {
    StateSlice(
      "meter", projection: Projection(\.value), legacy: [{ state, _ in old(&state.value) }],
      reducer: Reducer { value, _ in new(&value) })
  }

  /// The mismatches of a store whose slice is at a stage.
  private func mismatches(
    _ slice: StateSlice<Meter, MeterAction, MeterValue>, at stage: Stage, count: Int = 3
  ) throws -> [Mismatch] {
    let store = try MigrationStore(Meter(), slice, at: stage)
    store.reduce(repeatElement(.poll, count: count))
    return store.mismatches
  }

  static let undefined: [@Sendable (inout MeterValue) -> Void] = [
    { $0.level = .nan }, { $0.levels = [1, .nan] }, { $0.byName["a"] = .nan },
    { $0.seen = Date(timeIntervalSinceReferenceDate: .nan) },
  ]

  /// `==` calls it another value; its bits are the same, in a layout without gaps, which may hold anything.
  @Test(arguments: [Stage.shadow, .lead])
  func aNotANumberThatStaysIsNoChange(_ stage: Stage) throws {
    struct Reading: Equatable, Sendable {
      var level: Double
      var count: Int
    }
    let state = Meter()
    state.value.level = .nan
    let slice = StateSlice<Meter, MeterAction, Reading>(
      "meter",
      projection: Projection(
        read: { Reading(level: $0.value.level, count: $0.value.count) },
        write: { ($0.value.level, $0.value.count) = ($1.level, $1.count) }),
      legacy: [{ meter, _ in meter.value.count = min(meter.value.count + 1, 2) }],
      reducer: Reducer { value, _ in value.count = min(value.count + 1, 2) })
    let store = MigrationStore(state: state, entries: [.slice(slice)])
    try store.setStage(stage, of: slice)
    for changes in [1, 2, 2, 2] {
      store.reduce([.poll])
      #expect(store.ledger.total(of: slice).changed == changes)
    }
  }

  @Test(arguments: [Stage.shadow, .lead], undefined.indices)
  func notANumberOnBothSidesIsEqual(_ stage: Stage, _ index: Int) throws {
    let set = Self.undefined[index]
    let slice = slice(old: { set(&$0) }, new: { set(&$0) })
    #expect(try mismatches(slice, at: stage) == [])
    let other = self.slice(old: { _ in }, new: { set(&$0) })
    #expect(try mismatches(other, at: stage, count: 1).count == 1)
    // Nor does it hide another difference.
    let counting = self.slice(
      old: { set(&$0) },
      new: { value in
        set(&value)
        value.count = 1
      })
    #expect(try mismatches(counting, at: stage, count: 1).map(\.path) == ["count"])
  }

  static let undefinedNumbers = [1, 2].map { Double(nan: $0, signaling: false) }
  static let alike: [(path: String, old: MeterValue, new: MeterValue)] = [
    ("level", MeterValue(level: 0.0), MeterValue(level: -0.0)),
    ("levels.1", MeterValue(levels: [1, 0]), MeterValue(levels: [1, -0.0])),
    ("byName.a", MeterValue(byName: ["a": 0]), MeterValue(byName: ["a": -0.0])),
    ("label", MeterValue(label: "caf\u{e9}"), MeterValue(label: "cafe\u{301}")),
    ("byName", MeterValue(byName: ["\u{e9}": 1]), MeterValue(byName: ["e\u{301}": 1])),
    ("tags", MeterValue(tags: ["\u{e9}"]), MeterValue(tags: ["e\u{301}"])),
    ("level", MeterValue(level: undefinedNumbers[0]), MeterValue(level: undefinedNumbers[1])),
    (
      "levelSet.", MeterValue(levelSet: [undefinedNumbers[0], 1]),
      MeterValue(levelSet: [1, undefinedNumbers[1]])
    ),
    (
      "byLevel.", MeterValue(byLevel: [undefinedNumbers[0]: 1]),
      MeterValue(byLevel: [undefinedNumbers[1]: 1])
    ),
  ]

  @Test(arguments: [Stage.shadow, .lead], alike.indices)
  func whatEqualityIgnoresIsFoundByExactComparison(_ stage: Stage, _ index: Int) throws {
    let (path, old, new) = Self.alike[index]
    let slice = slice(old: { $0 = old }, new: { $0 = new })
    #expect(try mismatches(slice, at: stage) == [])
    let found = try #require(
      try mismatches(slice.comparingExactly(), at: stage, count: 1).first)
    #expect(found.path.hasPrefix(path) && found.subject == .state, "\(found)")
    // Both texts show what differs, although strings with the same characters are equal.
    #expect(!found.legacy.unicodeScalars.elementsEqual(found.value.unicodeScalars), "\(found)")
    #expect(found.legacy.allSatisfy(\.isASCII) && found.value.allSatisfy(\.isASCII), "\(found)")
    let same = self.slice(old: { $0 = new }, new: { $0 = new })
    #expect(try mismatches(same.comparingExactly(), at: stage) == [])
  }

  @Test func exactComparisonIncludesEffectsAndForeignWrites() throws {
    let same = slice(old: { _ in }, new: { _ in })
    let slice = same.effects(
      SliceEffects(
        legacy: { _, _ in [MeterEffect.name("\u{e9}")] },
        value: { _, _ in [MeterEffect.name("e\u{301}")] }, perform: { _ in }))
    #expect(try mismatches(slice, at: .shadow) == [])
    #expect(
      try mismatches(slice.comparingExactly(), at: .shadow, count: 1).map(\.subject) == [.effect])
    for (compared, found) in [(same, []), (same.comparingExactly(), [.foreignWrite])]
      as [(StateSlice<Meter, MeterAction, MeterValue>, [Mismatch.Subject])]
    {
      let store = try MigrationStore(Meter(), compared, at: .shadow)
      store.dispatch(.poll)
      store.read { $0.value.level = -0.0 }
      store.reduce([.count])
      #expect(store.mismatches.map(\.subject) == found)
    }
  }
}
