import Foundation

// This file is compiled twice: as a part of the tests, and together with the test that is printed of its
// values. It imports Foundation alone.

/// Values of the kinds that are hard to print as source.
enum PrintedValues {
  protocol Act: Sendable {}

  enum Plain: Act, Equatable { case reset, set(Int) }

  struct Rename: Act {
    let id: Int
    let name: String
  }

  enum Mood: String, Sendable, Equatable, CustomStringConvertible {
    case good, bad

    var description: String { "quite \(rawValue)" }
  }

  struct Identifier: Sendable, Equatable, Codable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  struct Level: RawRepresentable, Sendable, Equatable { var rawValue: Int }

  @propertyWrapper struct Trimmed: Sendable, Equatable { var wrappedValue: String }

  struct Form: Sendable, Equatable {
    @Trimmed var title: String
    var count: Int
  }

  struct Whole: Sendable, Equatable {
    var mood: Mood
    var plain: Plain?
    var levels: [Level]
  }

  struct Point: Sendable {
    var place: (x: Int, y: Int)
    var name: String
  }

  enum All: Act {
    case nothingAtAll(Void)
    case `init`
    case `self`(Int)
    case range(Range<Int>)
    case closed(ClosedRange<Double>)
    case from(PartialRangeFrom<Int>)
    case duration(Duration)
    case indexes(IndexSet)
    case path(IndexPath)
    case locale(Locale)
    case calendar(Calendar)
    case zone(TimeZone)
    case identifier(Identifier)
    case form(Form)
    case whole(Whole)
    case point(Point)
    case labeled(at: (x: Int, y: Int))
    case several(Int, String, [Plain])
    case dates([String: Date], Set<Int>)
    case nothing(Mood?, Int?)
  }
}
