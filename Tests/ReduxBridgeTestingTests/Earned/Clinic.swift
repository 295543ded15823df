import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// A made-up app, whose checks are wrong in one place each: see `EarnedGreenTests`.

final class Patient: Codable {
  let id: Int
  var name: String

  init(_ id: Int, _ name: String) { (self.id, self.name) = (id, name) }
}

final class Line: Codable {
  var patients: [Patient] = []
  var isOpen = true
}

final class Billing: Codable {
  var total = 0
  var currency = "EUR"
  var receipt: String?
}

final class Meter: Codable {
  var reading = 0 { didSet { observer?() } }
  var observer: (@Sendable () -> Void)?

  private enum CodingKeys: String, CodingKey { case reading }
}

enum Notice: Equatable, Sendable, Codable {
  case printed(String), failed(code: Int), closed
}

final class Notices: Codable {
  var count = 0
  var notice: Notice?
}

final class ClinicState: Codable {
  var line = Line()
  var billing = Billing()
  var pin = ""
  var meter = Meter()
  var notices = Notices()
  /// In no projection.
  var calls = 0
}

enum ClinicAction: Sendable, Equatable, Codable {
  case admit(Int, String), discharge(Int), close, charge(Int), currency(String), print(String)
  case acknowledge, call, setPin(String)
  case pin(Int), openCard(Int), pressKey(String), pay(card: Int)
}

struct LineValue: Equatable, Sendable, Codable {
  struct Entry: Equatable, Sendable, Codable {
    let id: Int
    var name: String
  }

  var patients: [Entry] = []
  var isOpen = true
}

struct BillingValue: Equatable, Sendable {
  var total = 0
  var currency = "EUR"
  var receipt: Signal<String>?
}

/// The slices of the app, each part replaceable by a faulty one.
enum Clinic {
  typealias Block = ReduceBlock<ClinicState, ClinicAction>
  typealias LineSlice = StateSlice<ClinicState, ClinicAction, LineValue>
  typealias BillingSlice = StateSlice<ClinicState, ClinicAction, BillingValue>

  static let admit = ClinicAction.admit(1, "Ann")

  static let lineBlock: Block = { state, action in
    switch action {
    case .admit(let id, let name): state.line.patients.append(Patient(id, name))
    case .discharge(let id): state.line.patients.removeAll { $0.id == id }
    case .close: state.line.isOpen = false
    default: break
    }
  }

  @Sendable static func reduceLine(_ line: inout LineValue, _ action: ClinicAction) {
    switch action {
    case .admit(let id, let name): line.patients.append(.init(id: id, name: name))
    case .discharge(let id): line.patients.removeAll { $0.id == id }
    case .close: line.isOpen = false
    default: break
    }
  }

  static func line(
    named name: String = "line", block: @escaping Block = lineBlock,
    write: @escaping @Sendable (ClinicState, LineValue) -> Void = writeLine,
    reducing reduce: @escaping @Sendable (inout LineValue, ClinicAction) -> Void = reduceLine
  ) -> LineSlice {
    StateSlice(
      name,
      projection: Projection(
        read: { state in
          LineValue(
            patients: state.line.patients.map { .init(id: $0.id, name: $0.name) },
            isOpen: state.line.isOpen)
        }, write: write),
      legacy: [block], reducer: Reducer(reduce))
  }

  @Sendable static func writeLine(_ state: ClinicState, _ line: LineValue) {
    state.line.patients = line.patients.map { Patient($0.id, $0.name) }
    state.line.isOpen = line.isOpen
  }

  static let billingBlock: Block = { state, action in
    switch action {
    case .charge(let amount): state.billing.total += amount
    case .currency(let name): state.billing.currency = name
    case .print(let text): state.billing.receipt = text
    case .acknowledge: state.billing.receipt = nil
    default: break
    }
  }

  static func billing(
    block: @escaping Block = billingBlock,
    raising raise: @escaping @Sendable (String) -> String? = { $0 },
    flag: @escaping @Sendable (ClinicState) -> String? = { $0.billing.receipt },
    at paths: [String] = ["billing.receipt"]
  ) -> BillingSlice {
    StateSlice(
      "billing",
      projection: Projection(
        read: { BillingValue(total: $0.billing.total, currency: $0.billing.currency) },
        write: { ($0.billing.total, $0.billing.currency) = ($1.total, $1.currency) }),
      legacy: [block],
      reducer: Reducer { billing, action, number in
        switch action {
        case .charge(let amount): billing.total += amount
        case .currency(let name): billing.currency = name
        case .print(let text): billing.receipt = raise(text).map { Signal($0, at: number) }
        default: break
        }
      }
    ).signal("receipt", flag: flag, at: paths, value: \.receipt)
  }

  struct NoticesValue: Equatable, Sendable {
    var count = 0
    var notice: Signal<Notice>?
  }

  /// A slice whose flag is an enum with payloads.
  static func notices(
    also change: @escaping @Sendable (ClinicState) -> Void = { _ in }
  ) -> StateSlice<ClinicState, ClinicAction, NoticesValue> {
    @Sendable func notice(_ action: ClinicAction) -> Notice? {
      switch action {
      case .print(let text): .printed(text)
      case .charge(let amount): amount < 0 ? .failed(code: amount) : nil
      case .close: .closed
      default: nil
      }
    }
    return StateSlice(
      "notices",
      projection: Projection(
        read: { NoticesValue(count: $0.notices.count) }, write: { $0.notices.count = $1.count }),
      legacy: [
        { state, action in
          if action == .acknowledge { state.notices.notice = nil }
          guard let notice = notice(action) else { return }
          state.notices.notice = notice
          state.notices.count += 1
          change(state)
        }
      ],
      reducer: Reducer { value, action, number in
        guard let notice = notice(action) else { return }
        value.notice = Signal(notice, at: number)
        value.count += 1
      }
    ).signal("notice", flag: { $0.notices.notice }, at: ["notices.notice"], value: \.notice)
  }

  /// A value whose fields a recording masks, but for the last one.
  struct Access: Equatable, Sendable, Codable {
    var pin: String
    var page: URL?
    var secretPage: URL?
    var secretID: UUID?
    var otp: [UInt8]
    var tries: Int

    init(_ pin: String, tries: Int) {
      (self.pin, self.tries) = (pin, tries)
      page = pin.isEmpty ? nil : URL(string: "https://ann:\(pin)@example.com")
      secretPage = pin.isEmpty ? nil : URL(string: "https://\(pin).example")
      secretID = pin.isEmpty ? nil : UUID()
      // Of so many tokens in 0 to 127 some are what they stand for.
      otp = pin.isEmpty ? [] : (0...255).map { $0 }
    }
  }

  static func access(counting step: Int = 1) -> StateSlice<ClinicState, ClinicAction, Access> {
    StateSlice(
      "access",
      projection: Projection(
        read: { Access($0.pin, tries: $0.calls) },
        write: { ($0.pin, $0.calls) = ($1.pin, $1.tries) }),
      legacy: [
        { state, action in
          guard case .setPin = action else { return }
          state.pin = "0000-made-up"
          state.calls += step
        }
      ],
      reducer: Reducer { value, action in
        guard case .setPin = action else { return }
        value = Access("0000-made-up", tries: value.tries + step)
      })
  }

  /// Actions whose names say nothing of secrets, and one that does.
  static func desk(wrongAt wrong: ClinicAction? = nil) -> StateSlice<ClinicState, ClinicAction, Int>
  {
    @Sendable func amount(_ action: ClinicAction) -> Int {
      switch action {
      case .pin(let number), .openCard(let number): number
      case .pressKey(let key): key == "q" ? 1 : 0
      case .pay: 1
      default: 0
      }
    }
    return StateSlice(
      "desk", projection: Projection(\.calls), legacy: [{ $0.calls += amount($1) }],
      reducer: Reducer { $0 += $1 == wrong ? 9 : amount($1) })
  }
}
