import ReduxBridge
import ValueRedux

/// A till whose slices have flags: one of two fields, and one of an enum with payloads.
final class Till: Codable {
  enum Notice: Equatable, Sendable, Codable { case printed(String), failed(code: Int), closed }
  enum Action: Sendable, Equatable { case charge(Int), print(String), acknowledge, close, call }
  typealias Slice<Value: Equatable & Sendable> = StateSlice<Till, Action, Value>

  var total = 0
  var receipt: String?
  var duplicate = ""
  var count = 0
  var notice: Notice?
  /// In no projection.
  var calls = 0

  struct BillingValue: Equatable, Sendable {
    var total = 0
    var receipt: Signal<String>?
  }

  /// A slice whose flag is two texts, with a block that does more when it sets them.
  static func billing(
    at paths: [String] = ["receipt", "duplicate"],
    also change: @escaping @Sendable (Till) -> Void = { _ in }
  ) -> Slice<BillingValue> {
    Slice(
      "billing",
      projection: Projection(
        read: { BillingValue(total: $0.total) }, write: { $0.total = $1.total }),
      legacy: [
        { till, action in
          switch action {
          case .charge(let amount): till.total += amount
          case .print(let text):
            (till.receipt, till.duplicate) = (text, text)
            change(till)
          case .acknowledge: (till.receipt, till.duplicate) = (nil, "")
          case .close, .call: break
          }
        }
      ],
      reducer: Reducer { billing, action, number in
        if case .charge(let amount) = action { billing.total += amount }
        if case .print(let text) = action { billing.receipt = Signal(text + text, at: number) }
      }
    ).signal(
      "receipt", flag: { till in till.receipt.map { $0 + till.duplicate } }, at: paths,
      value: \.receipt)
  }

  struct NoticesValue: Equatable, Sendable {
    var count = 0
    var notice: Signal<Notice>?
  }

  /// A slice whose flag is an enum with payloads.
  static func notices(
    also change: @escaping @Sendable (Till) -> Void = { _ in }
  ) -> Slice<NoticesValue> {
    @Sendable func notice(_ action: Action) -> Notice? {
      switch action {
      case .print(let text): .printed(text)
      case .charge(let amount): amount < 0 ? .failed(code: amount) : nil
      case .close: .closed
      case .acknowledge, .call: nil
      }
    }
    return Slice(
      "notices",
      projection: Projection(
        read: { NoticesValue(count: $0.count) }, write: { $0.count = $1.count }),
      legacy: [
        { till, action in
          if action == .acknowledge { till.notice = nil }
          guard let notice = notice(action) else { return }
          till.notice = notice
          till.count += 1
          change(till)
        }
      ],
      reducer: Reducer { value, action, number in
        guard let notice = notice(action) else { return }
        value.notice = Signal(notice, at: number)
        value.count += 1
      }
    ).signal("notice", flag: { $0.notice }, at: ["notice"], value: \.notice)
  }
}
