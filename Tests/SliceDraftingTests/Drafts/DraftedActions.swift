// Drafted by `swift package landbridge-write draft-actions`, yours to change.
// Digest 118b424441873c23: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
@testable import Workshop

/// Actions for checks: random ones, and a few of each kind.
enum DraftedActions {
  /// The actions that depend on a number: the same number gives equal actions.
  static func actions(_ number: Int) -> [WorkshopAction] {
    [
      WorkshopAction.addTool(id: Int(number), name: "text \(number)"),
      WorkshopAction.feature(Int(number)),
      WorkshopAction.feature(nil),
      WorkshopAction.remove(ids: [Int(number)]),
      WorkshopAction.preferences(WorkshopAction.PreferenceChange.dark((number).isMultiple(of: 2))),
      WorkshopAction.preferences(WorkshopAction.PreferenceChange.named("text \(number)")),
      WorkshopAction.`default`,
      WorkshopAction.`open`(WorkshopAction.Panel.tools, at: WindowFrame(x: Double(number) + 0.5, y: Double(number) + 0.5)),
      WorkshopAction.`open`(WorkshopAction.Panel.customers, at: WindowFrame(x: Double(number) + 0.5, y: Double(number) + 0.5)),
      WorkshopAction.search(((number).isMultiple(of: 2) ? SearchPanel.Filter.both(((number).isMultiple(of: 2) ? SearchPanel.Filter.both(SearchPanel.Filter.all, and: SearchPanel.Filter.all) : SearchPanel.Filter.all), and: ((number).isMultiple(of: 2) ? SearchPanel.Filter.both(SearchPanel.Filter.all, and: SearchPanel.Filter.all) : SearchPanel.Filter.all)) : SearchPanel.Filter.all)),
      WorkshopAction.order(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8((number) / 256 % 256), UInt8((number) % 256))), total: Decimal(number)),
      WorkshopAction.imported(["text \(number)": Int(number)]),
    ]
  }

  /// A small domain, for searches that try every list of actions.
  static let domain: [WorkshopAction] = actions(1) + actions(2)

  /// A random action; few numbers, so that ids meet.
  static func random(using generator: inout any RandomNumberGenerator) -> WorkshopAction {
    let actions = actions(.random(in: 0...5, using: &generator))
    return actions[.random(in: 0..<actions.count, using: &generator)]
  }

  /// Gives the same numbers for the same seed (SplitMix64).
  struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
