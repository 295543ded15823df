import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A difference that is planted in the shop, where it has to be found, and which slice has to be blamed.
///
/// To add one, add a line to one of the tables.
struct PlantedLoss: Sendable, CustomTestStringConvertible {
  /// What kind of difference it is.
  enum Fault: String, Sendable {
    /// A field that stands in no projection.
    case field
    /// A read outside of the slice that is not declared.
    case read
    /// A write outside of the slice.
    case write
    /// A block that is listed twice, or that belongs to two slices and is listed in one.
    case list
    /// An aliasing that no projection carries.
    case alias
    /// A window that both sides touch although the action is for another one.
    case window
    /// A difference that a comparison of values sees, while slices read each other.
    case effect, signal
  }

  let name: String
  let fault: Fault
  /// Where it has to be found: the slice, and the path in it; `*` stands for any one component.
  let path: String
  /// The slice that has to be blamed; "unclaimed" stands for what is in none.
  let blamed: String
  /// What is read or shared there, in the same form.
  let other: String?
  let plant: @Sendable (inout ShopParts) -> Void

  init(
    _ fault: Fault, _ name: String, at path: String, blame blamed: String? = nil,
    other: String? = nil, _ plant: @escaping @Sendable (inout ShopParts) -> Void
  ) {
    (self.fault, self.name, self.path, self.other, self.plant) = (fault, name, path, other, plant)
    self.blamed = blamed ?? path.split(separator: ".").first.map(String.init) ?? ""
  }

  var testDescription: String { "\(fault.rawValue): \(name)" }

  var parts: ShopParts {
    var parts = ShopParts()
    plant(&parts)
    return parts
  }

  /// Whether a mismatch is at the right place, and blames the right side.
  func isExplained(by mismatch: Mismatch) -> Bool {
    guard mismatch.slice == path.split(separator: ".").first.map(String.init) else { return false }
    let others = mismatch.further.map { ($0.subject, $0.path) }
    let places = [(mismatch.subject, mismatch.path)] + others
    return places.contains { subject, place in
      isLike("\(mismatch.slice).\(place)", path) && isBlamed(subject, mismatch)
    }
  }

  private func isBlamed(_ subject: Mismatch.Subject, _ mismatch: Mismatch) -> Bool {
    switch fault {
    case .window: subject == .window && mismatch.verdict == .bothWrong
    case .effect: subject == .effect
    case .signal: subject == .signal
    default: subject == .state
    }
  }

  /// Whether a path is a wanted one or leads to a part of it.
  func isLike(_ path: String, _ wanted: String) -> Bool {
    let parts = path.split(separator: ".")
    let wanted = wanted.split(separator: ".")
    return parts.count >= wanted.count
      && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" }
  }
}

extension [PlantedLoss] {
  /// Those that a run plants: each takes up to a second in a debug build.
  var tested: [PlantedLoss] { TestVolume.cases(of: self, oneIn: 4, sanitized: 24) }
}

/// What a comparison of both sides has to find; `PlantedDifference` has more, for a running store.
extension PlantedLoss {
  static let inWindows: [PlantedLoss] = [
    .init(.window, "both sides scroll all", at: "cart.windows.*") {
      $0.cart.block("scroll") { for pane in $0.cart.panes.values { pane.offset += 1 } }
      $0.cart.reduce("scroll") { for key in $0.panes.keys { $0.panes[key]?.offset += 1 } }
    }
  ]

  static let inEffects: [PlantedLoss] = [
    .init(.effect, "no mail is sent", at: "orders.effects.*") { parts in
      parts.valueEffects = { _, action in action == .checkout ? [.save(0)] : [] }
    }
  ]

  static let inSignals: [PlantedLoss] = [
    .init(.signal, "a failure is not signaled", at: "orders.signals.failure") {
      $0.orders.reduce("fail") { $0.failure = nil }
    },
    .init(.signal, "a checkout fails", at: "orders.signals.failure") {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        original(&value, reads, action, number)
        if action == .checkout { value.failure = Signal("full", at: number) }
      }
    },
  ]
}
