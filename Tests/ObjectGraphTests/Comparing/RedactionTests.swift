import Foundation
import ObjectGraph
import Testing

/// No text shows a secret, wherever it stands in the graph, and whichever part of it differs.
struct RedactionTests {
  struct Secret: Codable, Hashable, Redactable {
    var text: String
    var more: [String: Int] = [:]
    var list: [String] = []
    init(_ text: String) {
      self.text = text
      more = [text: text.count]
      list = [text]
    }
  }

  /// Encodes itself as its text.
  struct Bare: Codable, Hashable, Redactable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  class Account: Codable {
    var secret: Secret
    init(_ text: String) { secret = Secret(text) }
  }

  final class Vault: Codable, Redactable {
    var name: String
    var accounts: [Account]
    init(_ text: String) {
      name = text
      accounts = [Account(text), Account(text + text)]
    }
  }

  enum Entry: Codable, Hashable {
    case secret(Secret)
    case bare(text: Bare)
  }

  struct Login: Codable {
    var password: [String: String]
    var token: String
  }

  struct Tokens: Codable {
    var tokens: [String: Int]
  }

  private func expectNoSecret<Root: Codable>(_ name: String, _ make: (String) -> Root) throws {
    let (old, new) = (make("hunter2"), make("hunter34"))
    let differences = try Graph.differences(from: old, to: new)
    #expect(!differences.isEmpty)
    let described = try Graph.differences(from: old, to: new) { _, _ in "shown" }
    let whole = [Graph.description(of: old, at: ""), Graph.description(of: new, at: "")]
    let texts = (differences + described).map(\.description) + whole
    for text in texts { #expect(!text.contains("hunter"), "\(name): \(text)") }
  }

  @Test func differencesShowNoSecret() throws {
    try expectNoSecret("root") { Vault($0) }
    try expectNoSecret("property") { ["x": Secret($0)] }
    try expectNoSecret("single value") { [Bare($0)] }
    try expectNoSecret("optional") { [Optional(Secret($0))] }
    try expectNoSecret("nil") { [$0 == "hunter2" ? nil : Secret($0)] }
    try expectNoSecret("inserted") { $0 == "hunter2" ? [] : [Secret($0)] }
    try expectNoSecret("removed") { $0 == "hunter2" ? [Secret($0), Secret("x")] : [Secret("x")] }
    try expectNoSecret("key") { [Secret($0): 1] }
    try expectNoSecret("value of a key") { [Secret("hunter"): $0.count] }
    try expectNoSecret("bare key") { [Bare($0): 1] }
    try expectNoSecret("value of a bare key") { [Bare("hunter"): $0.count] }
    try expectNoSecret("member") { Set([Secret($0)]) }
    try expectNoSecret("bare member") { Set([Bare($0)]) }
    try expectNoSecret("object") { [Account($0)] }
    try expectNoSecret("inside of an object") { [Vault($0)] }
    try expectNoSecret("payload") { [Entry.secret(Secret($0))] }
    try expectNoSecret("labeled payload") { [Entry.bare(text: Bare($0))] }
    try expectNoSecret("case") {
      [$0 == "hunter2" ? Entry.secret(Secret($0)) : .bare(text: Bare($0))]
    }
    try expectNoSecret("member with a payload") { Set([Entry.secret(Secret($0))]) }
    try expectNoSecret("key with a payload") { [Entry.secret(Secret($0)): 1] }
    try expectNoSecret("name of a key") { ["tokens": [$0: 1]] }
    try expectNoSecret("value of a named key") { Tokens(tokens: ["hunter2": $0.count]) }
    try expectNoSecret("named") { Login(password: [$0: $0], token: $0) }
    try expectNoSecret("list of lists") { [[[Secret($0)]]] }
  }

  @Test func whatDiffersInASecretIsOneDifferenceAtItsPath() throws {
    func texts<Root: Encodable>(_ old: Root, _ new: Root) throws -> [String] {
      try Graph.differences(from: old, to: new).map(\.description)
    }
    let (one, two) = (Vault("x"), Vault("x"))
    one.accounts = [Account("hunter2"), Account("hunter2")]
    two.accounts = [one.accounts[0], one.accounts[0]]
    let found = [
      try texts(["login": Secret("hunter2")], ["login": Secret("hunter34")]),
      try texts(Tokens(tokens: ["hunter2": 1]), Tokens(tokens: ["hunter2": 2])),
      try texts(["a": ["b": 1]], ["a": ["b": 2]]), try texts(["v": one], ["v": two]),
    ]
    #expect(
      found == [
        ["`login`: <redacted> became <redacted>"],
        ["`tokens.<redacted>`: <redacted> became <redacted>"], ["`a.b`: 1 became 2"],
        ["`v` and `v` were two objects, now one"],
      ])
  }

  @Test func lossesShowNoSecret() {
    func loss<Value: Codable>(_ old: Value, _ new: Value) -> String {
      VerifyTableTests.text(ofLosing: old, to: new)
    }
    let texts = [
      loss(Secret("hunter2"), Secret("hunter34")), loss(Bare("hunter2"), Bare("hunter34")),
      loss([Secret("hunter2")], []), loss([Secret("hunter2"): 1], [Secret("hunter34"): 1]),
      loss([Bare("hunter2"): 1], [Bare("hunter2"): 2]),
      loss(Set([Secret("hunter2")]), Set([Secret("hunter34")])),
      loss(Entry.secret(Secret("hunter2")), .secret(Secret("hunter34"))),
      loss(Entry.secret(Secret("hunter2")), .bare(text: Bare("hunter34"))),
      loss(Optional(Secret("hunter2")), nil), loss(["token": "hunter2"], ["token": "hunter34"]),
      loss(["tokens": ["hunter2": 1]], ["tokens": ["hunter2": 2]]),
      loss(["tokens": ["hunter2": 1]], ["tokens": ["hunter34": 1]]),
    ]
    for text in texts { #expect(text.hasPrefix("value") && !text.contains("hunter"), "\(text)") }
  }
}
