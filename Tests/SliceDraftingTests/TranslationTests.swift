import Foundation
import Testing

@testable import SliceDrafting

/// Statements of reduce blocks and what they are in a reducer; `.ci/drafts` runs both sides of whole models.
@Suite(.timeLimit(.minutes(15))) struct TranslationTests {
  private static let module: Result<Module, any Error> = Result {
    var text = """
      import Foundation
      import ReferenceRedux
      public final class State { var box = Box(), other = Other() }
      final class Other { var count = 0 }
      enum Mode { case now, later }
      final class Box {
        var items: [Item] = [], tags: Set<Tag> = [], picked: Item?, count = 0, note = "", isOpen = false
        func item(_ id: Int) -> Item? { items.first { $0.id == id } }
        func either(_ id: Int) -> Item { item(id) ?? Item(id) }
        var source: Item? { didSet { count += 1 } }
        var heard: [Song] = [] { didSet { count += 1 } }
        func each(where body: (Item) -> Bool) { for item in items where body(item) { item.isDone = true } }
        func add(_ item: Item = Item(1)) { items.append(item) }
        func change(_ body: (Item) -> Void) { for item in items { body(item) } }
        var books: [Book] = [], options = Options()
        var rows: [Row] = [], shown: Row?, extra: [Item]?, loose: [Part] = []
        func part(_ id: Int) -> Part? {
          loose.first { $0.id == id } ?? items.lazy.compactMap { $0.parts.first { $0.id == id } }.first
        }
        var shelves: [String: Shelf] = [:], trees: [Tree] = []
        func tree(_ id: Int) -> Tree? {
          trees.first { $0.id == id } ?? trees.lazy.compactMap { $0.children.first { $0.id == id } }.first
        }
        func known(_ id: Int) -> Item! { item(id) }
        func deep(_ n: Int) { deep2(n) }
        func deep2(_ n: Int) { deep3(n) }
        func deep3(_ n: Int) { deep4(n) }
        func deep4(_ n: Int) { deep5(n) }
        func deep5(_ n: Int) { count = n }
        func row(_ id: Int) -> Row? { rows.first { $0.entry.id == id } }
        func isLong(_ text: String) -> Bool { text.count > 3 }
        func isOther() -> Bool { items.contains { $0.other == nil } }
        func less(_ by: Int) -> Int { count - by }
        func drop(_ id: Int) { items.removeAll { $0.id == id } }
        func hold(_ ids: [Int]) {
          let known = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
          items = ids.map { id in
            let item = known[id] ?? Item(id)
            item.isDone = true
            return item
          }
        }
        func pick(_ item: Item?) {
          guard let item else { return }
          item.isDone = true
          picked = item
        }
        func next() -> Item? {
          for item in items where !item.isDone { return item }
          return nil
        }
        func total(of all: [Item]) -> Int {
          var sum = 0
          for item in all { sum += item.id }
          return sum
        }
        func load() {
          Task {}
          count += 1
        }
        func close(_ mode: Mode) {
          guard mode == .now, isOpen else { return }
          isOpen = false
        }
      }
      struct Options: Equatable, Sendable {
        var names: [String] = [], size = 1
        mutating func reset() { names = [] }
      }
      final class Item {
        let id: Int
        var title: String, isDone = false, parts: [Part] = [], tags: Set<Tag> = []
        weak var box: Box?, other: Other?
        init(_ id: Int, title: String = "new") { self.id = id; self.title = title }
        func finish() -> Bool {
          if isDone { return false }
          isDone = true
          return true
        }
        func start(by n: Int) {
          isDone = true
          box?.count += n
        }
      }
      class Named {
        let name: String
        var uses = 0
        init(name: String = UUID().uuidString) { self.name = name }
      }
      final class Book: Named {
        var pages: Int
        init(_ name: String, pages: Int) { self.pages = pages; super.init(name: name) }
        init(pages: Int) { self.pages = pages; super.init() }
      }
      final class Song: NSObject {
        let id: Int
        var title = ""
        init(_ id: Int) { self.id = id; super.init() }
      }
      final class Part {
        let id: Int
        var isDone = false
        init(_ id: Int) { self.id = id }
      }
      class Furniture { func clean() {} }
      final class Shelf: Furniture {
        var parts: [Part] = []
        override func clean() { parts = [] }
      }
      final class Tree {
        let id: Int
        var isDone = false, children: [Tree] = []
        init(_ id: Int) { self.id = id }
      }
      struct Entry: Hashable, Sendable { let id: Int; var text: String }
      final class Row {
        var entry: Entry
        init(_ entry: Entry) { self.entry = entry }
      }
      final class Tag: Hashable {
        let name: String
        var uses = 0
        init(name: String) { self.name = name }
        static func == (first: Tag, second: Tag) -> Bool { first.name == second.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
      }
      public enum Action { case one(Int), two, three, n(n: Int) }
      func n(_ action: Action) -> Int { 1 }
      public enum Blocks {
        private static func bump(_ item: Item, of box: Box, by n: Int) {
          item.parts = []
          box.count += n
        }

      """
    for (number, block) in blocks.enumerated() {
      text += "  public static let block\(number): ReduceBlock<State, Action> = { s, x in\n"
      text += "    \(block.text)\n  }\n"
    }
    text += "  public static let failing: ReduceBlock<State, Action> = { s, x in\n"
    text += "    while s.box.isOpen {}\n"
    text += "    switch x { case .one: break\n case .two, .three: break\n default: break }\n  }\n"
    text += "  public static let falling: ReduceBlock<State, Action> = { s, x in\n    switch x {\n"
    text += "    case .one:\n s.other.count = 1\n fallthrough\n"
    text += "    case .two: s.box.count = 1\n default: break }\n  }\n"
    return try CompiledModule("App", ["App.swift": text + "}\n"]).module()
  }

  @Test(arguments: blocks.indices)
  func aStatementIsTranslated(number: Int) throws {
    let module = try Self.module.get()
    let body = try #require(module.code.blocks["Blocks.block\(number)"])
    let draft = ReducerDraft(plan: try module.plan("box"), blocks: [body], reading: nil)
    let lines = draft.functions[0].lines + draft.methods.flatMap(\.lines)
    let row = Self.blocks[number]
    var expected = row.expected
    if expected[0].hasPrefix("it ") {
      expected = ["// CHECK: each case: not translated, \(expected[0]).", "//   \(row.text)"]
    }
    #expect(lines == expected)
  }

  @Test func theCasesOfABlockWhoseFirstStatementFailsAreNamed() throws {
    let module = try Self.module.get()
    let body = try #require(module.code.blocks["Blocks.failing"])
    let draft = ReducerDraft(plan: try module.plan("box"), blocks: [body], reading: nil)
    #expect(draft.cases.map(\.name) == ["one", "two", "three"])
    #expect(draft.cases.allSatisfy { $0.outcome == .untranslated })
  }

  /// It writes nothing of the slice, but what it falls through to does.
  @Test func aCaseThatFallsThroughIsNotLeftOut() throws {
    let module = try Self.module.get()
    let body = try #require(module.code.blocks["Blocks.falling"])
    let draft = ReducerDraft(plan: try module.plan("box"), blocks: [body], reading: nil)
    #expect(draft.cases.prefix(2).map(\.outcome) == [.untranslated, .translated])
  }
}
