import Foundation
import ObjectGraph
import Testing

/// A type knows whether it is restored, and lives from now on, or is a part of a snapshot.
struct SnapshotTests {
  static let changed = Notification.Name("SnapshotTests.changed")

  /// Follows its notifications; a snapshot is not to follow those of the live model.
  ///
  /// `@unchecked Sendable`: one test uses it on the main actor.
  final class Model: Codable, @unchecked Sendable {
    var count = 0
    private var observer: (any NSObjectProtocol)?
    private var center: NotificationCenter?

    enum CodingKeys: CodingKey { case count }
    static let key = CodingUserInfoKey(rawValue: "center")

    init(_ center: NotificationCenter) { observe(center) }

    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
      let center = Self.key.flatMap { decoder.userInfo[$0] as? NotificationCenter }
      if decoder.userInfo[.isGraphCopy] == nil, let center { observe(center) }
    }

    func observe(_ center: NotificationCenter) {
      self.center = center
      observer = center.addObserver(forName: SnapshotTests.changed, object: nil, queue: nil) {
        [weak self] _ in
        self?.count += 1
      }
    }

    func stop() {
      if let observer { center?.removeObserver(observer) }
    }
  }

  @MainActor @Test func aSnapshotDoesNotFollowTheLiveModel() throws {
    let center = NotificationCenter()
    let key = try #require(Model.key)
    let model = Model(center)
    let snapshots = [
      try Graph.copy(model, userInfo: [key: center]),
      try GraphCopier<Model>(userInfo: [key: center]).copy(model), try Graph.copy([model])[0],
    ]
    let decoder = JSONDecoder()
    decoder.userInfo[key] = center
    let restored = try decoder.decode(Model.self, from: JSONEncoder().encode(model))
    center.post(name: Self.changed, object: nil)
    #expect(model.count == 1)
    #expect(restored.count == 1)
    #expect(snapshots.map(\.count) == [0, 0, 0])
    for model in snapshots + [model, restored] { model.stop() }
  }

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
    let copy = try Graph.copy(Informed())
    #expect(copy.encoded == [true])
    #expect(copy.decoded == [true, true])
    let other = try JSONDecoder().decode(Informed.self, from: JSONEncoder().encode(Informed()))
    #expect(other.encoded == [false])
    #expect(other.decoded == [false, false])
  }
}
