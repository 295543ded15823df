import Foundation

// At the top level, because the archiver of Foundation on Linux takes no nested classes.

/// An object of an archive.
final class ArchivedLeaf: NSObject, NSCoding, NSCopying {
  var number: Int
  var uncoded = 0

  init(_ number: Int) { self.number = number }

  init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }

  func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }

  func copy(with zone: NSZone?) -> Any { self }
}

/// An object of an archive with one reference.
class ArchivedBox: NSObject, NSCoding {
  var content: Any?

  init(_ content: Any?) { self.content = content }

  required init?(coder: NSCoder) { content = coder.decodeObject(forKey: "content") }

  func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }

  static func chain(_ count: Int) -> ArchivedBox {
    var box = ArchivedBox(nil)
    for _ in 1..<count { box = ArchivedBox(box) }
    return box
  }

  /// The number of boxes from this one on.
  var count: Int {
    var count = 1
    var box = self
    while let next = box.content as? ArchivedBox {
      count += 1
      box = next
    }
    return count
  }
}

final class ArchivedSpecialBox: ArchivedBox {}

/// An object with a weak reference, which is archived on condition that its target is.
final class ArchivedObserver: NSObject, NSCoding {
  weak var subject: ArchivedLeaf?

  init(_ subject: ArchivedLeaf?) { self.subject = subject }

  init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "subject") else { return }
    subject = coder.decodeObject(forKey: "subject") as? ArchivedLeaf
  }

  func encode(with coder: NSCoder) { coder.encodeConditionalObject(subject, forKey: "subject") }
}

/// An object that notes in a table that it was encoded, and whose parent notes the length of the table.
final class ArchivedEntry: NSObject, NSCoding {
  final class Table { var count = 0 }
  var table = Table()
  var child: ArchivedEntry?
  var seen = 0

  init(_ table: Table, _ child: ArchivedEntry?) {
    self.table = table
    self.child = child
  }

  init?(coder: NSCoder) { seen = coder.decodeInteger(forKey: "seen") }

  func encode(with coder: NSCoder) {
    table.count += 1
    coder.encode(child, forKey: "child")
    coder.encode(table.count, forKey: "seen")
  }
}

/// An object that notes the thread that encodes it.
final class ArchivedThread: NSObject, NSCoding {
  var thread: Thread?

  override init() {}

  init?(coder: NSCoder) { thread = Thread.current }

  func encode(with coder: NSCoder) {}
}
