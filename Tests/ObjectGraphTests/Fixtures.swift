import Foundation
import Testing

@testable import ObjectGraph

/// Whether the thread sanitizer makes the frames too large for any number of levels to be sure to fit.
let hasLargeFrames = dlsym(nil, "__tsan_init") != nil

/// Distinguished by identity, in sets and as a key.
protocol ToldApart: AnyObject, Hashable {}

extension ToldApart {
  static func == (one: Self, other: Self) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Copies one graph after the other with the same session.
struct Copier {
  private let pool = SessionPool()
  func copy<Root: Codable>(_ root: Root) throws -> Root {
    try pool.withSession { try $0.copy(root, userInfo: [:]) }
  }
}

final class Leaf: Codable {
  var value: Int
  init(_ value: Int) { self.value = value }
}

/// Encodes itself as its content.
struct Transparent<Content: Codable>: Codable {
  var inner: Content
  init(_ inner: Content) { self.inner = inner }
  init(from decoder: any Decoder) throws {
    inner = try decoder.singleValueContainer().decode(Content.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }
}

/// Encodes itself as a closure says, and decodes nothing.
struct Written: Codable {
  private let write: (any Encoder) throws -> Void
  init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
  init(from decoder: any Decoder) throws { write = { _ in } }
  func encode(to encoder: any Encoder) throws { try write(encoder) }

  /// Encodes a value under the key `value`.
  static func keyed(_ value: some Encodable) -> Written {
    Written { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(value, forKey: Name("value"))
    }
  }
}

/// Encodes itself as itself.
protocol EncodingItself: Encodable {}

extension EncodingItself {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// Encodes a value of one type, and decodes one of another type in its place.
struct Change<Old: Encodable, New: Decodable>: Codable {
  var old: Old?
  var new: New?
  init(_ old: Old) { self.old = old }
  init(from decoder: any Decoder) throws { new = try decoder.decode(New.self, as: .value) }
  func encode(to encoder: any Encoder) throws { try encoder.encode(old, as: .value) }
}

/// The keys of types that code themselves by hand.
enum Field: CodingKey { case value, other }

extension Encoder {
  /// Encodes a value under a key, unless it is nil.
  func encode(_ value: (some Encodable)?, as key: Field) throws {
    var container = container(keyedBy: Field.self)
    try container.encodeIfPresent(value, forKey: key)
  }
}

extension Decoder {
  func decode<Value: Decodable>(_ type: Value.Type, as key: Field) throws -> Value {
    try container(keyedBy: Field.self).decode(type, forKey: key)
  }
}

/// A key with any name.
struct Name: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Runs `body` on a thread with a stack of so many kilobytes, and waits for it.
func onThread<Output>(
  withStackOf kilobytes: Int, _ body: @escaping @Sendable () throws -> Output
) throws -> Output {
  // The semaphore separates the one write from the read.
  nonisolated(unsafe) var result: Result<Output, any Error>?
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Result(catching: body)
    isDone.signal()
  }
  thread.stackSize = kilobytes << 10
  thread.start()
  isDone.wait()
  return try #require(result).get()
}

/// The context of the error of what cannot be copied.
func refusal<Output>(
  _ copy: () throws -> Output, sourceLocation: SourceLocation = #_sourceLocation
) -> EncodingError.Context? {
  let error = #expect(throws: EncodingError.self, sourceLocation: sourceLocation) { _ = try copy() }
  guard case .invalidValue(_, let context) = error else { return nil }
  return context
}

extension DecodingError {
  /// The name of the case.
  var kind: String { Mirror(reflecting: self).children.first?.label ?? "" }

  var path: [String] {
    switch self {
    case .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}

extension EncodingError.Context {
  var path: [String] { codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } }
}

/// Expects values to be equal, or not, to a comparison and to a fingerprint, wherever they are.
func compare<Value: Encodable>(_ one: Value, _ other: Value, isSame: Bool) throws {
  func compare<Root: Encodable>(_ one: Root, _ other: Root) throws {
    let fingerprints = try [one, other].map { try Graph.fingerprint(of: $0) }
    let found = [try Graph.isEqual(one, other), fingerprints[0] == fingerprints[1]]
    #expect(found == [isSame, isSame], "\(one) \(other)")
  }
  try compare(one, other)
  try compare([one, one], [one, other])
  try compare(["x": [one]], ["x": [other]])
  try compare(["x": one], ["x": other])
}

/// Expects each value to be equal to itself alone.
func compareAll<Value: Encodable>(_ values: [Value]) throws {
  for (index, one) in values.enumerated() {
    for (position, other) in values.enumerated() {
      try compare(one, other, isSame: index == position)
    }
  }
}
