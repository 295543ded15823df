import ReduxBridge
import ValueRedux

/// A till with a slice whose flag is two texts.
final class Till: Codable {
  enum Action: Sendable, Equatable {
    case charge(Int)
    case print(String)
    case acknowledge
  }
  typealias Slice = StateSlice<Till, Action, Billing>

  var total = 0
  var receipt: String?
  var duplicate = ""
  /// In no projection.
  var calls = 0

  struct Billing: Equatable, Sendable {
    var total = 0
    var receipt: Signal<String>?
  }

  /// The slice, with a block that does more when it sets the flag.
  static func billing(
    at paths: [String] = ["receipt", "duplicate"],
    also change: @escaping @Sendable (Till) -> Void = { _ in }
  ) -> Slice {
    Slice(
      "billing",
      projection: Projection(read: { Billing(total: $0.total) }, write: { $0.total = $1.total }),
      legacy: [
        { till, action in
          switch action {
          case .charge(let amount): till.total += amount
          case .print(let text):
            (till.receipt, till.duplicate) = (text, text)
            change(till)
          case .acknowledge: (till.receipt, till.duplicate) = (nil, "")
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
}
