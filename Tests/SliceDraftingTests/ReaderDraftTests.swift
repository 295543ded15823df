import Foundation
import Testing

@testable import SliceDrafting

/// Audits and drafts of models in the style of real apps, and what the tool says of them.
///
/// `.ci/drafts` builds and runs the drafts of `Reader` and `Attic`.
@Suite struct ReaderDraftTests {
  @Test func slicesShareThePropertiesOfAnObject() throws {
    let model = try CompiledModule(model: "Attic")
    let report = try model.draft("desk", "--name", "entry", "--only", "open,hall")
    #expect(
      report.hasSuffix(
        ["lost", "spare", "labels", "more"].reduce("Desk, 6 stored properties: ") {
          $0 + "\($1) (left out: it is left to another slice), "
        } + "open (as openIDs), hall (as hallID)\n"))
    _ = try model.draft("desk", "--name", "finds", "--only", "lost,spare", "--only=labels,more")
    let (entry, finds) = (
      try model.text("Sources/EntryValue.swift"), try model.text("Sources/FindsValue.swift")
    )
    // Neither writes what the other one has.
    #expect(entry.contains("object.hall = ") && !entry.contains("object.lost"))
    #expect(finds.contains("object.lost = ") && !finds.contains("object.hall"))
    #expect(entry.contains("read: { EntryValue($0.desk) }"))
    for (words, error) in [
      (["desk", "--only", "open"], "--only needs the --name"),
      (["desk", "house", "--name", "a", "--only", "open"], "--only needs the --name"),
      (["desk", "--name", "a", "--only", "key"], "Desk has no property key; it has lost, sp"),
      (
        ["house", "--name", "a", "--only", "keys,built"],
        "--only splits one object that is always there, of a class without subclasses, and without "
          + "its constants: move what belongs together in `house` into a class of its own"
      ),
    ] {
      let found = #expect(throws: DraftingError.self) { try model.run(["draft-slice"] + words) }
      #expect(found?.description.hasPrefix(error) == true, "\(found?.description ?? "")")
    }
  }

  /// Properties that the same blocks write, and that refer to each other.
  @Test func severalPropertiesAreOneSlice() throws {
    let model = try CompiledModule(model: "FieldOps")
    let report = try model.draft("technicians", "assignments", "--name", "crew")
    let lines = report.split(separator: "\n").filter { !$0.contains(model.folder.path) }
    let draft = try model.text("Sources/CrewValue.swift")
    #expect(draft.contains("landbridge-write draft-slice technicians assignments --name crew`"))
    let body = draft.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)[3]
    try expectReviewed(lines.joined(separator: "\n") + "\n\n" + body, "Crew")
  }

  /// Nothing in the sources says whether an account lists the feeds of its folders again.
  @Test func whetherNestedListsShareObjectsIsAsked() throws {
    let question = "Folder.feeds is taken to own other objects than Account.feeds: "
    let model = try CompiledModule(model: "Reader")
    #expect(try model.draft("accounts").contains("AccountsValue.swift: " + question))
    #expect(try !model.draft("accounts", "--alias", "Folder.feeds", "--force").contains(question))
  }

  @Test func aSecondDraftChangesNothing() throws {
    let model = try CompiledModule(model: "Attic")
    let original = try model.text("Sources/Attic.swift")
    let first = try model.draft("house")
    #expect(first.contains("accessors added  \(model.sources.path)/Attic.swift\n"))
    let source = try model.text("Sources/Attic.swift")
    #expect(source.hasPrefix(original + "\n// landbridge-access: "))
    let end = """
      // landbridge-access: House.built
      extension House {
        var draftedBuilt: Int {
          built
        }
      }
      """
    #expect(source.contains(end))
    let second = try model.draft("house")
    #expect(
      second
        == first.replacing("written  ", with: "up to date  ").split(separator: "\n").filter {
          !$0.hasPrefix("accessors") && !$0.contains("Slices.swift")
        }.map { $0 + "\n" }.joined())
    #expect(try model.text("Sources/Attic.swift") == source)
    // A file whose lines end with returns has its accessors, too, behind whatever else.
    let moved = source.replacing(
      "\n// landbridge-access: House.b", with: "\n  /* */ // landbridge-access: House.b")
    let returned = moved.replacing("\n", with: "\r\n")
    try Data(returned.utf8).write(to: model.sources.appendingPathComponent("Attic.swift"))
    #expect(try model.draft("house") == second)
    #expect(try model.text("Sources/Attic.swift") == returned)
  }

  @Test(arguments: [false, true])
  func noAccessorIsWrittenOutsideOfThePackage(isLinked: Bool) throws {
    let model = try CompiledModule(model: "Attic")
    let source = try model.text("Sources/Attic.swift")
    let outside = model.folder.appendingPathExtension("outside")
    defer { try? FileManager.default.removeItem(at: outside) }
    if isLinked {
      let file = model.sources.appendingPathComponent("Attic.swift")
      try FileManager.default.moveItem(at: file, to: outside)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
    }
    #expect(throws: DraftingError.self) {
      try model.draft("house", "--package", model.folder.path + (isLinked ? "" : "/Other"))
    }
    #expect(try model.text("Sources/Attic.swift") == source)
    #expect(!FileManager.default.fileExists(atPath: model.sources.path + "/HouseSliceValue.swift"))
  }

  @Test func accessorsLeaveByteOrderMarksAndLineEnds() throws {
    let model = try CompiledModule(model: "Attic")
    let file = model.sources.appendingPathComponent("Attic.swift")
    let old = "\u{FEFF}" + (try model.text("Sources/Attic.swift")).replacing("\n", with: "\r\n")
    try Data(old.utf8).write(to: file)
    _ = try model.draft("house")
    let new = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let added = new.utf8.dropFirst(old.utf8.count)
    #expect(new.utf8.starts(with: old.utf8) && !added.isEmpty)
    // To Swift, both ends are one character.
    #expect(String(decoding: added, as: UTF8.self).allSatisfy { $0 != "\n" })
  }
}
