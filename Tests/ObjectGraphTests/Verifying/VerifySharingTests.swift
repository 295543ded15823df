import Foundation
import ObjectGraph
import Synchronization
import Testing

/// Verification names each object that can change and that the original and the copy have in common.
@Suite struct VerifySharingTests {
  final class Note: Codable, ToldApart {
    var title = "a"
    init() {}
  }

  /// The compiler accepts the mark for any elements, in each language mode.
  struct Bag<Element: Codable>: Codable {
    var items: [Element] = []
    var best: Element?
  }

  enum Slot<Element: Codable>: Codable { case full(Element) }

  struct Members<Element: Codable & Hashable>: Codable {
    var all: Set<Element> = []
    var numbers: [Element: Int] = [:]
  }

  /// A value that holds anything, and that a copy does not encode.
  struct Holding<Value>: Codable, CopiedByValue, @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws {}
  }

  @MainActor final class Screen {
    var title = "a"
    nonisolated init() {}
  }

  actor Counter { var count = 0 }

  final class Locked: Sendable { let count = Mutex(0) }

  class Base: @unchecked Sendable { private var title = "a" }

  final class Derived: Base, @unchecked Sendable {}

  /// Public API does not say that it has no variable.
  final class Wrapper<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  final class Desk: Codable {
    var tools = ["a": Bag<Note>()]
    var slot: Slot<Note>?
    var members = Members<Note>()
  }

  @Test func objectsInMarkedValuesAreNamedByThePropertiesThatHoldThem() {
    let desk = Desk()
    desk.tools["a"] = Bag(items: [Note(), Note()], best: Note())
    desk.slot = .full(Note())
    desk.members = Members(all: [Note()], numbers: [Note(): 1])
    let found = lossesOfACopy(of: desk, ignoring: []).map { "\($0.property) \($0.path)" }
    #expect(
      found == [
        "Bag<Note>.items tools.a.items.0", "Bag<Note>.best tools.a.best", "Desk.slot slot.full",
        "Members<Note>.all members.all", "Members<Note>.numbers members.numbers.Note",
      ])
    let shared = "the copy shares this Note, which may change"
    #expect(Set(lossesOfACopy(of: desk, ignoring: []).map(\.reason)) == [shared])
    #expect(losses(desk, ignoring: ["items", "best", "all", "numbers", "slot"]) == [])
    // One that lies elsewhere as well has a copy there.
    let note = Note()
    #expect(losses([[note: Bag(items: [note])]]).count == 1)
  }

  @Test func eachObjectThatCanChangeIsNamed() {
    let marked: [any Codable] = [
      Holding(Note()), Holding(Screen()), Holding(Counter()), Holding(Locked()), Holding(Derived()),
      Holding(Wrapper(1)), Holding(Shelf(Base())), Holding(NSMutableString(capacity: 1)),
      Holding(NSCountedSet()),
      Holding(NSMutableArray()), Holding(Note() as AnyObject),
      Holding(AnyHashable(Note())), Holding(CollectionOfOne(Note())),
      Holding(StrongBackReference(wrappedValue: Note())), Holding((1, Note())),
      Holding(Result<Note, CancellationError>.success(Note())), Holding(ArraySlice([Note()])),
    ]
    for value in marked {
      func count(_ value: some Codable) -> [Int] { [losses(value).count, losses([value]).count] }
      #expect(count(value) == [1, 1], "\(type(of: value))")
    }
  }

  final class Buffer: ManagedBuffer<Int, Int> {}

  final class Constant: Codable, CopiedByValue {
    let names: [String]
    init(_ names: [String] = []) { self.names = names }
  }

  /// A marked class whose instances hold whatever they are given.
  final class Shelf<Value: Sendable>: CopiedByValue {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  final class Service: @unchecked Sendable { var calls = 0 }

  final class Client: Codable {
    static let service = Service()
    let service = Client.service
    var title = "a"
    enum CodingKeys: CodingKey { case title }
  }

  @Test func noObjectThatStaysAsItIsIsNamed() throws {
    let silent: [any Codable] = [
      Holding(Constant()), Holding(Shelf(Shelf(Constant()))), Holding(NSString(string: "a")),
      Holding(NSNumber(value: 1)), Holding([NSURL(fileURLWithPath: "/")]), Holding(NSNull()),
      Holding(NSArray(array: [1])), Holding(NSDateInterval()), Holding(UnitLength.meters),
      Holding(Calendar.current), Holding(AttributedString("a")), Holding(\String.count),
      Holding(Buffer.create(minimumCapacity: 1) { _ in 0 }), Holding(CopyOnWrite(Desk())),
      // A service is no part of the state.
      Client(), [Client()],
    ]
    for value in silent {
      func count(_ value: some Codable) -> Int { losses(value).count + losses([value]).count }
      #expect(count(value) == 0, "\(type(of: value))")
    }
  }

  final class Hooked: GraphCopyable {
    var notes = [Note()]
    let icon: Constant
    init() { icon = Constant() }
    init(copying source: Hooked, with children: borrowing ChildCopier) throws {
      (notes, icon) = (source.notes, source.icon)
    }
  }

  @Test func anObjectThatAHookAssignsIsNamed() {
    #expect(losses(Hooked()) == ["Hooked.notes: the copy shares this Note, which may change"])
  }
}

extension VerifySharingTests.Bag: Sendable where Element: Sendable {}
extension VerifySharingTests.Bag: CopiedByValue {}
extension VerifySharingTests.Slot: Sendable where Element: Sendable {}
extension VerifySharingTests.Slot: CopiedByValue {}
extension VerifySharingTests.Members: Sendable where Element: Sendable {}
extension VerifySharingTests.Members: CopiedByValue {}
