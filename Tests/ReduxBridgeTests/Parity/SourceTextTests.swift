import Foundation
import Testing
import ValueRedux
import ValueReflection

@testable import BridgeTestApps
@testable import ReduxBridge

@Suite struct SourceTextTests {
  enum Plain: Equatable { case one, two(Int), three(a: Int, String) }
  enum Named: String, CustomStringConvertible {
    case one

    var description: String { "not the name" }
  }
  final class Link { var next: Link? }

  private func text(_ value: Any) -> String {
    Redactor.secretsOnly.text(of: value, at: "")
  }

  @Test func valuesAreWrittenAsSource() {
    #expect(text(Plain.one) == ".one")
    #expect(text(Plain.two(-3)) == ".two(-3)")
    #expect(text(Plain.three(a: 1, "b")) == ".three(a: 1, \"b\")")
    #expect(text(Named.one) == "SourceTextTests.Named(rawValue: \"one\")!")
    #expect(text(["b": [1.5, .infinity], "a": []]) == "[\"a\": [], \"b\": [1.5, .infinity]]")
    #expect(text(Set([3, 1, 2])) == "[1, 2, 3]")
    #expect(text(Optional<Int>.none as Any) == "nil")
    #expect(text("quote \" and \n") == "\"quote \\\" and \\n\"")
    #expect(
      text(Date(timeIntervalSinceReferenceDate: 2)) == "Date(timeIntervalSinceReferenceDate: 2.0)")
    #expect(text(NotesValue.Note(id: 1, title: "x")) == "NotesValue.Note(id: 1, title: \"x\")")
  }

  @Test func aWindowIsWrittenAsItIsMadeAndNamedByItsIdentity() throws {
    let id = "0E1F2A3B-0000-4000-8000-00000000000A"
    let window = WindowUUID(try #require(UUID(uuidString: id)))
    #expect(text(window) == "WindowUUID(UUID(uuidString: \"\(id)\")!)")
    let differences = Redactor.secretsOnly.differences(from: [window: 1], to: [window: 2])
    #expect(differences.map(\.path) == [id])
  }

  @Test func aCycleOfObjectsEnds() {
    let link = Link()
    link.next = link
    #expect(text(link) == "SourceTextTests.Link(next: ...)")
    link.next = nil
  }
}
