import Foundation
import ObjectGraph
import Testing

/// A type knows whether it is restored, and lives from now on, or is a part of a snapshot.
struct SnapshotTests {
  struct Informed: Codable {
    var encoded: [Bool] = []
    var decoded: [Bool] = []
    enum Keys: CodingKey { case encoded }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      encoded = try container.decode([Bool].self, forKey: .encoded)
      decoded = [
        decoder.userInfo[.isGraphCopy] as? Bool == true,
        try container.superDecoder(forKey: .encoded).userInfo[.isGraphCopy] as? Bool == true,
      ]
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode([encoder.userInfo[.isGraphCopy] as? Bool == true], forKey: .encoded)
    }
  }

  @Test func bothSidesOfACodingKnowIt() throws {
    for copy in [try Graph.copy(Informed()), try GraphCopier<Informed>().copy(Informed())] {
      #expect(copy.encoded == [true])
      #expect(copy.decoded == [true, true])
    }
    let other = try JSONDecoder().decode(Informed.self, from: JSONEncoder().encode(Informed()))
    #expect(other.encoded == [false])
    #expect(other.decoded == [false, false])
  }
}
