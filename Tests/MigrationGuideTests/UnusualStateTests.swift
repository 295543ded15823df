import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: player-classes
final class PlayerState: Codable {
  var songs: Set<Song> = []
  var byKey: [String: Song] = [:]  // a key of the keyboard that plays a song
  var removed: [Song] = []  // what undo puts back, the last one first
  var letters = 0  // of all titles, computed by the block
  var lastID = 0  // was `static var lastID` of Song
  var sound = Sound()  // of two features
}

struct Sound: Codable, CopiedByValue {
  var volume = 5
  var isMuted = false
}
// endregion

final class Song: Codable, Hashable {
  let id: Int
  var title: String

  init(_ id: Int, _ title: String) { (self.id, self.title) = (id, title) }

  static func == (first: Song, second: Song) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

enum PlayerAction: Sendable, Equatable {
  case add(String), bind(String, Int), remove(Int), undo, setVolume(Int), mute
}

// region: player-value
struct SongsValue: Equatable, Sendable {
  var titles: [Int: String] = [:]  // of all songs, the removed ones included
  var byKey: [String: Int] = [:]
  var removed: [Int] = []
  var lastID = 0

  var present: [Int: String] { titles.filter { !removed.contains($0.key) } }
  var letters: Int { present.values.reduce(0) { $0 + $1.count } }
}
// endregion

extension SongsValue {
  // region: player-projection
  static let projection = Projection<PlayerState, SongsValue>(
    read: { state in
      let songs = Array(state.songs) + state.removed
      return SongsValue(
        titles: Dictionary(uniqueKeysWithValues: songs.map { ($0.id, $0.title) }),
        byKey: state.byKey.mapValues(\.id), removed: state.removed.map(\.id), lastID: state.lastID)
    },
    write: { state, value in
      let songs = Array(state.songs) + state.removed
      let old = Dictionary(uniqueKeysWithValues: songs.map { ($0.id, $0) })
      var byID: [Int: Song] = [:]
      for (id, title) in value.titles {
        let song = old[id] ?? Song(id, title)
        song.title = title
        byID[id] = song
      }
      state.songs = Set(value.present.keys.compactMap { byID[$0] })
      state.removed = value.removed.compactMap { byID[$0] }
      state.byKey = value.byKey.compactMapValues { byID[$0] }
      state.letters = value.letters
      state.lastID = value.lastID
    })
  // endregion

  static let reducer = Reducer<SongsValue, PlayerAction> { songs, action in
    switch action {
    case .add(let title):
      songs.lastID += 1
      songs.titles[songs.lastID] = title
    case .bind(let key, let id): if songs.present[id] != nil { songs.byKey[key] = id }
    case .remove(let id): if songs.present[id] != nil { songs.removed.append(id) }
    case .undo: _ = songs.removed.popLast()
    case .setVolume, .mute: break
    }
  }
}

enum PlayerReducers {
  static let songs: ReduceBlock<PlayerState, PlayerAction> = { state, action in
    func song(_ id: Int) -> Song? { state.songs.first { $0.id == id } }
    switch action {
    case .add(let title):
      state.lastID += 1
      state.songs.insert(Song(state.lastID, title))
    case .bind(let key, let id): if let song = song(id) { state.byKey[key] = song }
    case .remove(let id):
      guard let song = song(id) else { return }
      state.songs.remove(song)
      state.removed.append(song)
    case .undo: if let song = state.removed.popLast() { state.songs.insert(song) }
    case .setVolume, .mute: break
    }
    state.letters = state.songs.reduce(0) { $0 + $1.title.count }
  }

  static let volume: ReduceBlock<PlayerState, PlayerAction> = { state, action in
    if case .setVolume(let volume) = action { state.sound.volume = volume }
  }

  static let mute: ReduceBlock<PlayerState, PlayerAction> = { state, action in
    if action == .mute { state.sound.isMuted.toggle() }
  }
}

enum PlayerSlices {
  static let songs = StateSlice(
    "songs", projection: SongsValue.projection, legacy: [PlayerReducers.songs],
    reducer: SongsValue.reducer)

  // region: player-split
  static let volume = StateSlice(
    "volume", projection: Projection(\PlayerState.sound.volume), legacy: [PlayerReducers.volume],
    reducer: Reducer { volume, action in
      if case .setVolume(let new) = action { volume = new }
    })

  static let mute = StateSlice(
    "mute", projection: Projection(\PlayerState.sound.isMuted), legacy: [PlayerReducers.mute],
    reducer: Reducer { isMuted, action in
      if action == .mute { isMuted.toggle() }
    })
  // endregion
}

// region: subclasses
class Job: Codable {
  let id: Int
  var title = ""

  init(_ id: Int) { self.id = id }
}

final class Repair: Job {
  var isUrgent = false

  private enum CodingKeys: CodingKey { case isUrgent }

  override init(_ id: Int) { super.init(id) }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isUrgent = try container.decode(Bool.self, forKey: .isUrgent)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isUrgent, forKey: .isUrgent)
  }
}

struct JobValue: Equatable, Sendable, Identifiable {
  enum Kind: Equatable, Sendable {
    case plain
    case repair(isUrgent: Bool)
  }

  let id: Int
  var title: String
  var kind: Kind

  static let projection = Projection<Job, JobValue>(
    read: { job in
      let kind = (job as? Repair).map { Kind.repair(isUrgent: $0.isUrgent) } ?? .plain
      return JobValue(id: job.id, title: job.title, kind: kind)
    },
    write: { job, value in
      job.title = value.title
      if case .repair(let isUrgent) = value.kind { (job as? Repair)?.isUrgent = isUrgent }
    })

  var newObject: Job { kind == .plain ? Job(id) : Repair(id) }
}
// endregion

final class JobState: Codable { var jobs: [Job] = [] }

/// Runs the code of "Sets, caches, counters and undo".
@Suite struct UnusualStateTests {
  @Test func bothSidesAgreeAndNothingIsLost() throws {
    let entries: [MigrationEntry<PlayerState, PlayerAction>] = [
      .slice(PlayerSlices.songs), .slice(PlayerSlices.volume), .slice(PlayerSlices.mute),
    ]
    // region: player-check
    let check = ParityCheck(entries) { PlayerState() }
    let actions: [PlayerAction] = [
      .add("Ode"), .bind("o", 1), .remove(1), .undo, .add("Air"), .setVolume(3), .mute,
    ]
    let report = try check.run(.list(actions))
    #expect(report.passed, "\(report)")
    // endregion
  }

  @Test func anObjectKeepsItsSubclass() throws {
    // region: subclasses-list
    let jobs = Projection<JobState, [JobValue]>.list(
      \.jobs, objectID: \.id, valueID: \.id, element: JobValue.projection,
      make: { $0.newObject })
    // endregion
    let state = JobState()
    let values = [
      JobValue(id: 1, title: "paint", kind: .plain),
      JobValue(id: 2, title: "leak", kind: .repair(isUrgent: true)),
    ]
    jobs.write(state, values)
    let copy = try Graph.copy(state)
    #expect(jobs.read(state) == values && jobs.read(copy) == values)
  }

  @Test func undoRestoresTheSameObject() throws {
    let state = PlayerState()
    var (value, letters): (SongsValue, [Int]) = (SongsValue(), [])
    var song: Song?
    for action in [PlayerAction.add("Ode"), .bind("o", 1), .remove(1), .undo] {
      SongsValue.reducer.reduce(&value, action)
      SongsValue.projection.write(state, value)
      let present = try #require(state.songs.first ?? state.removed.first)
      #expect(song == nil || present === song)
      song = present
      letters.append(state.letters)
    }
    #expect(state.byKey["o"] === song)
    #expect(letters == [3, 3, 0, 3])
  }
}
