/// A link of a chain, the deepest graph there is.
final class Link: Codable {
  var number: Int
  var next: Link?

  init(number: Int, next: Link?) {
    self.number = number
    self.next = next
  }

  /// A chain of so many links.
  static func chain(_ count: Int) -> Link {
    var first = Link(number: count - 1, next: nil)
    for number in stride(from: count - 2, through: 0, by: -1) {
      first = Link(number: number, next: first)
    }
    return first
  }

  /// How many links hang here, this one included.
  var length: Int {
    var length = 0
    var link: Link? = self
    while let here = link {
      length += 1
      link = here.next
    }
    return length
  }
}
