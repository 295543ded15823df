import Foundation
import ObjectGraph
import Testing

/// Verification is silent about no loss, whatever the type of the property and wherever it is.
struct VerifyTableTests {
  /// A property of which the copy has the replacement of this task.
  struct Losing<Value>: Codable {
    var value: Value
    var kept = 1
    enum CodingKeys: CodingKey { case kept }
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      guard let new = Replacement.current as? Replacement.Of<Value> else {
        throw CancellationError()
      }
      value = new.value
      kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
    }
  }

  class Replacement: @unchecked Sendable {
    @TaskLocal static var current: Replacement?
    final class Of<Value>: Replacement, @unchecked Sendable {
      let value: Value
      init(_ value: Value) { self.value = value }
    }
  }

  /// The text of a verification about a property that is lost.
  static func text<Value>(ofLosing old: Value, to new: Value) -> String {
    Replacement.$current.withValue(Replacement.Of(new)) {
      lossesOfACopy(of: Losing(old), ignoring: []).map { "\($0.path): \($0.reason)" }
        .joined(separator: "\n")
    }
  }

  enum Outcome { case silent, listed, thrown }

  private func outcome<Root: Codable>(_ root: Root) throws -> Outcome {
    do {
      return try Graph.verifyCopy(of: root).isEmpty ? .silent : .listed
    } catch is IncompleteCopyError {
      return .thrown
    }
  }

  /// The outcome of a verification where a property is lost.
  private func loss<Value>(of old: Value, to new: Value) throws -> Outcome {
    try Replacement.$current.withValue(Replacement.Of(new)) { try outcome(Losing(old)) }
  }

  /// The outcomes where a property is lost that is, or contains, a value of this type.
  private func losses<Value>(_ old: Value, _ new: Value) throws -> [Outcome] {
    [
      try loss(of: old, to: new), try loss(of: Optional(old), to: Optional(new)),
      try loss(of: [old, old], to: [old, new]), try loss(of: ["x": old], to: ["x": new]),
    ]
  }

  /// The outcomes of a verification of a value that a copy keeps.
  private func kept<Value: Codable>(_ value: Value) throws -> [Outcome] {
    [
      try outcome([value, value]), try outcome([Optional(value)]), try outcome(["x": [value]]),
      try outcome([["x": value]]),
    ]
  }

  /// A row: the name of a type, what its losses give in each position, and what a kept value gives.
  private typealias Row = (name: String, losses: [Outcome], kept: [Outcome])

  private func row<Value: Codable>(_ old: Value, _ new: Value) throws -> Row {
    ("\(Value.self)", try losses(old, new), try kept(old))
  }

  private func row<Value>(uncoded old: Value, _ new: Value) throws -> Row {
    ("\(Value.self)", try losses(old, new), try losses(old, old))
  }

  private func expect(_ rows: [Row]) {
    for row in rows {
      #expect([Set(row.losses), Set(row.kept)] == [[.thrown], [.silent]], "\(row.name)")
    }
  }

  @Test func numbersGeometryRangesAndTexts() throws {
    var rows: [Row] = [
      try row(Int.min, 0), try row(Int8.min, 0), try row(Int16.min, 0), try row(Int32.min, 0),
      try row(Int64.min, 0), try row(UInt.max, 0), try row(UInt8.max, 0),
      try row(UInt16.max, 0), try row(UInt32.max, 0), try row(UInt64.max, 0),
      try row(7 as Double, 0), try row(7 as Float, 0), try row(7 as CGFloat, 0),
      try row(Double.nan, 0), try row(-0.0 as Double, 0), try row(CGFloat.nan, 0),
      try row(Decimal(7), 0), try row(true, false),
      try row(Duration.seconds(7), .zero),
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      rows += [try row(Int128.min, 0), try row(UInt128.max, 0)]
    }
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      rows += [try row(Float16.infinity, 0), try row(Float16.nan, 0)]
    #endif
    rows += [
      try row(CGPoint(x: 0, y: 7), .zero), try row(CGSize(width: 7, height: 0), .zero),
      try row(CGRect(x: 0, y: 0, width: 7, height: 0), .zero),
      try row(CGPoint(x: CGFloat.nan, y: 0), .zero), try row(SIMD2<Float>(1, 7), .zero),
      try row(SIMD3<Double>(1, 2, 7), .zero), try row(SIMD4<Int>(1, 2, 3, 7), .zero),
      try row(SIMD2<Double>(.nan, 1), .zero),
      try row(uncoded: AffineTransform(scale: 2), AffineTransform.identity),
    ]
    rows += [
      try row(0..<7, 0..<0), try row(0...7, 0...0), try row(7..., 0...), try row(...7, ...0),
      try row(..<7, ..<0), try row("a"..<"c", "a"..<"b"), try row(0.5..<7, 0.5..<0.5),
      try row(NSRange(location: 1, length: 7), NSRange(location: 1, length: 0)),
      try row(uncoded: Range(1...7)[3...], Range(1...7)[4...]),
      try row(uncoded: stride(from: 0, to: 7, by: 1), stride(from: 0, to: 3, by: 1)),
      try row("a", "b"), try row(uncoded: "abc".dropFirst(), "abd".dropFirst()),
      try row(uncoded: "a" as Character, "b"), try row(uncoded: "a" as Unicode.Scalar, "b"),
      try row(CharacterSet(charactersIn: "a"), CharacterSet(charactersIn: "b")),
      try row(uncoded: AttributedString("a"), AttributedString("b")),
      try row(uncoded: "a".index(after: "a".startIndex), "a".startIndex),
      try row(uncoded: NSString(string: "a"), NSString(string: "b")),
      try row(uncoded: Notification.Name("a"), Notification.Name("b")),
    ]
    expect(rows)
  }

  @Test func typesOfFoundation() throws {
    let paris = try #require(TimeZone(identifier: "Europe/Paris"))
    let utc = try #require(TimeZone(identifier: "UTC"))
    let url = try #require(URL(string: "a:b"))
    let other = try #require(URL(string: "a:c"))
    let components = try #require(URLComponents(string: "a:b"))
    var name = PersonNameComponents()
    name.givenName = "Ann"
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let none = Date(timeIntervalSinceReferenceDate: 0)
    expect([
      try row(date, none), try row(Date(timeIntervalSinceReferenceDate: .nan), none),
      try row(DateComponents(year: 7), DateComponents()),
      try row(DateInterval(start: none, end: date), DateInterval(start: none, end: none)),
      try row(Calendar(identifier: .hebrew), Calendar(identifier: .gregorian)),
      try row(paris, utc), try row(Locale(identifier: "fr_FR"), Locale(identifier: "en_US")),
      try row(UUID(), UUID()), try row(url, other), try row(components, URLComponents()),
      try row(Data([7]), Data()), try row(IndexPath(index: 7), IndexPath(index: 0)),
      try row(IndexSet(integer: 7), IndexSet()), try row(name, PersonNameComponents()),
      try row(
        Measurement(value: 7, unit: UnitLength.meters),
        Measurement(value: 0, unit: UnitLength.meters)),
      try row(uncoded: URLQueryItem(name: "a", value: "b"), URLQueryItem(name: "a", value: nil)),
      try row(
        Date.ISO8601FormatStyle(timeZone: paris), Date.ISO8601FormatStyle(timeZone: utc)),
      try row(uncoded: NSNumber(value: 7), NSNumber(value: 0)),
    ])
  }

  enum Plain: Codable { case a, b }
  enum Raw: Int, Codable { case a, b }
  enum Loaded: Codable { case a(Int), b(Int), c }
  enum Described: Codable, CustomStringConvertible {
    case a(Int), b
    var description: String { "described" }
  }
  struct Empty: Codable, Equatable {
    // Not a part of what is encoded.
    static func == (a: Empty, b: Empty) -> Bool { false }
  }
  struct Box<Value: Codable>: Codable { var value: Value }

  @Test func containersAndEnums() throws {
    expect([
      try row([1, 7], [1, 0]), try row(ContiguousArray([7]), ContiguousArray([0])),
      try row(uncoded: [1, 7][1...], [1, 0][1...]),
      try row(uncoded: CollectionOfOne(7), CollectionOfOne(0)), try row(Set([7]), Set([0])),
      try row(["a": 7], ["a": 0]), try row([Plain.a: 7], [Plain.a: 0]), try row(7 as Int?, nil),
      try row(Optional<Int?>.some(nil), nil), try row(Optional<String?>.some(nil), nil),
      try row(Optional<Bool?>.some(nil), nil), try row([Optional<Int?>.some(nil)], [nil]),
      try row(Optional<Int??>.some(.some(nil)), .some(nil)),
      try row(Optional<Box<Int>?>.some(nil), nil), try row(Plain.a, .b), try row(Raw.a, .b),
      try row(Loaded.a(7), .a(0)), try row(Loaded.a(7), .b(7)), try row(Loaded.c, .b(7)),
      try row(Described.a(7), .b), try row(Described.b, .a(7)),
      try row(Set([Plain.a, .b]), Set([Plain.a])),
      try row(Box(value: 0..<7), Box(value: 0..<0)),
      try row(uncoded: (7, "a"), (0, "a")),
      try row(uncoded: Result<Int, CancellationError>.success(7), .success(0)),
      try row(uncoded: AnyHashable(7), AnyHashable(0)), try row(uncoded: 7 as Any, 0 as Any),
      try row(uncoded: 7 as any Sendable, "a" as any Sendable),
      try row(uncoded: KeyValuePairs(dictionaryLiteral: ("a", 7)), ["a": 0]),
      try row(uncoded: Int.self as Any.Type, String.self as Any.Type),
      try row(uncoded: ObjectIdentifier(Int.self), ObjectIdentifier(String.self)),
      try row(uncoded: \String.count as PartialKeyPath<String>, \String.isEmpty),
    ])
  }

  struct Reflected: Codable, ShowingItsValue { var value: Int }

  struct Uncoded: ShowingItsValue { var value: Int }

  final class ReflectedObject: Codable, ShowingItsValue {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  struct Hidden: Codable, ShowingNothing { var value: Int }

  struct HiddenEquatable: Codable, Equatable, ShowingNothing {
    var value: Int
    var forgotten = 0
    enum CodingKeys: CodingKey { case value }
  }

  @Test func typesThatReflectThemselves() throws {
    expect([
      try row(Reflected(value: 7), Reflected(value: 0)),
      try row(uncoded: Uncoded(value: 7), Uncoded(value: 0)),
      try row(ReflectedObject(7), ReflectedObject(0)),
      try row(Hidden(value: 7), Hidden(value: 0)),
      try row(HiddenEquatable(value: 1), HiddenEquatable(value: 1, forgotten: 7)),
    ])
  }

  struct Opaque: ShowingNothing { var value: Int }

  struct OpaqueNumber: Equatable, ShowingNothing { var value = Double.nan }

  /// Its mirror shows a part of it.
  struct Shown: Equatable, ShowingItsValue {
    var value: Int
    var hidden = 0
  }

  @Test func whatCannotBeReadIsListed() throws {
    #expect(try !losses({ 7 }, { 0 }).contains(.silent))
    let shown = Shown(value: 1)
    let outcomes = [
      try losses(Opaque(value: 7), Opaque(value: 0)), try losses(OpaqueNumber(), OpaqueNumber()),
      try losses(shown, Shown(value: 1, hidden: 7)), try losses(shown, shown),
    ]
    #expect(outcomes.map(Set.init) == [[.listed], [.listed], [.listed], [.silent]])
  }

  struct View: Codable {
    var width: CGFloat = 0
    var frame = CGRect.zero
    var visible = 0..<0
    var action: () -> Void = {}
    var number = 0
    enum CodingKeys: CodingKey { case number }
  }

  @Test func eachLostPropertyIsNamedAndEachUnreadOneIsListed() throws {
    var view = View()
    #expect(try Graph.verifyCopy(of: ["x": [view, view]]) == ["x.0.action"])
    #expect(try Graph.verifyCopy(of: [view], ignoring: ["View.action"]) == [])
    view.width = 7
    view.frame.size.width = 7
    view.visible = 0..<7
    let error = #expect(throws: IncompleteCopyError.self) { try Graph.verifyCopy(of: view) }
    #expect(error?.losses.map(\.path) == ["width", "frame", "visible"])
  }
}

private protocol ShowingItsValue: CustomReflectable {
  var value: Int { get }
}

extension ShowingItsValue {
  var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

private protocol ShowingNothing: CustomReflectable {}

extension ShowingNothing {
  var customMirror: Mirror { Mirror(self, children: []) }
}
