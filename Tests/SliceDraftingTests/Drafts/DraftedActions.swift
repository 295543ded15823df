// Drafted by `swift package landbridge-write draft-actions`, yours to change.
// Digest aa09300cad78503d: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
@testable import Workshop

/// Actions for checks: random ones, and a few of each kind.
enum DraftedActions {
  /// The actions, those that remove last. Each range has the numbers of the objects in the samples,
  /// whose ids the payload may name, and one that is new.
  static func actions(_ number: (ClosedRange<Int>) -> Int) -> [WorkshopAction] {
    [
      WorkshopAction.addTool(id: Int(number(2...4)), name: "text \(number(1...8))"),
      WorkshopAction.feature(Int(number(2...8))),
      WorkshopAction.feature(nil),
      WorkshopAction.preferences(WorkshopAction.PreferenceChange.dark((number(0...5)).isMultiple(of: 2))),
      WorkshopAction.preferences(WorkshopAction.PreferenceChange.named("text \(number(1...8))")),
      WorkshopAction.`default`,
      WorkshopAction.`open`(WorkshopAction.Panel.tools, at: WindowFrame(x: Double(number(0...5)) + 0.5, y: Double(number(0...5)) + 0.5)),
      WorkshopAction.`open`(WorkshopAction.Panel.customers, at: WindowFrame(x: Double(number(0...5)) + 0.5, y: Double(number(0...5)) + 0.5)),
      WorkshopAction.search([SearchPanel.Filter.all, SearchPanel.Filter.named("text \(number(0...5))"), SearchPanel.Filter.not([SearchPanel.Filter.all, SearchPanel.Filter.named("text \(number(0...5))")][(number(0...5)) % 2]), SearchPanel.Filter.both([SearchPanel.Filter.all, SearchPanel.Filter.named("text \(number(0...5))")][(number(0...5)) % 2], and: [SearchPanel.Filter.all, SearchPanel.Filter.named("text \(number(0...5))")][(number(0...5)) % 2])][(number(0...5)) % 4]),
      WorkshopAction.order(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8((number(2...4)) / 256 % 256), UInt8((number(2...4)) % 256))), total: Decimal(number(0...5))),
      WorkshopAction.imported(["text \(number(1...8))": Int(number(1...8))]),
      WorkshopAction.remove(ids: [Int(number(2...8) + 101), Int(number(2...8))]),
    ]
  }

  /// A small domain, for searches that try every list of actions.
  static let domain: [WorkshopAction] = actions { $0.upperBound } + actions { $0.lowerBound }

  /// A random action; few numbers, so that ids meet.
  static func random(using generator: inout any RandomNumberGenerator) -> WorkshopAction {
    let actions = actions { .random(in: $0, using: &generator) }
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
