/// What one value encoded, one level deep: the encoder that it is written by and the decoder that it
/// is read from.
///
/// Children are stored as they are and copied when the decoding side asks for them, so that only
/// the records of the values under way exist at any time.
final class Record {
  /// How the value encodes itself.
  enum Kind {
    case empty, keyed, unkeyed, single
  }

  /// What may be done with a record.
  enum Phase {
    /// The value encodes itself.
    case recording
    /// The value has encoded itself; what is written now comes too late.
    case sealed
  }

  final unowned(unsafe) var session: GraphSession
  /// Keeps the session of a record that has outlived its copy.
  final var ownSession: GraphSession?
  final var layout: Layout
  final var storage = SlotStorage()
  final var kind = Kind.empty
  final var phase = Phase.recording
  /// The slot that is expected to be written or read next.
  final var cursor = 0
  /// The slot whose value is being copied, or -1.
  final var current = -1
  /// How many steps of the path lead here, this record's own included.
  final var depth = 0
  /// Whether other records lie in slots of this one.
  final var hasNested = false
  /// The record in whose slot this one lies, for a nested container or a `super` coder. It outlives
  /// this one, or has fixed its path by the time it goes.
  final unowned(unsafe) var parent: Record?
  final var slotInParent = 0
  /// The records that were made to look into values of this one.
  final var views: [Record] = []
  /// The keys that the decoding side uses, from which a path gets the user's own keys.
  final var keyType: (any CodingKey.Type)?
  /// What the value did wrong while it encoded itself, where the coder may not throw.
  final var misuse: EncodingError?
  /// The path of a record that has outlived its copy.
  final var fixedPath: [any CodingKey]?

  init(session: GraphSession, layout: Layout) {
    self.session = session
    self.layout = layout
  }

  /// Makes the record ready for the next value.
  func prepare(layout: Layout) {
    self.layout = layout
    kind = .empty
    phase = .recording
    cursor = 0
    current = -1
  }

  /// Uses `layout` for a value that is recorded into a record taken without one.
  func adopt(_ layout: Layout) {
    if kind == .empty { self.layout = layout }
  }

  /// Ends every value.
  func clear() {
    storage.removeAll()
    parent = nil
    if !views.isEmpty { releaseViews(downTo: 0) }
    hasNested = false
    if misuse != nil { misuse = nil }
  }

  /// Lets go of the views that were made after the first `count`.
  func releaseViews(downTo count: Int) {
    while views.count > count {
      var view = views.removeLast()
      session.recycle(&view)
    }
  }

  /// Keeps the path that leads here now.
  func fixPath() {
    if fixedPath == nil { fixedPath = codingPath }
  }

  /// Declares how the value encodes itself.
  func begin(_ kind: Kind) {
    guard phase == .recording else { return }
    if self.kind == .empty {
      self.kind = kind
    } else if self.kind != kind {
      noteMisuse("A value asked for \(self.kind) and \(kind) containers at the same path.")
    }
  }

  /// Declares that the value encodes itself as a single value.
  func beginSingle() {
    begin(.single)
  }

  /// Keeps an error until the value has encoded itself.
  func noteMisuse(_ description: String) {
    guard misuse == nil else { return }
    misuse = .invalidValue(
      description, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }
}

extension Record {
  /// Takes over what `other` holds.
  func takeContents(of other: Record) {
    swap(&storage, &other.storage)
    layout = other.layout
    kind = other.kind
    keyType = other.keyType
    misuse = other.misuse
  }

  /// Makes this record usable after its copy: it holds copies only, and keeps `session` alive.
  func outlive(_ session: GraphSession) {
    guard ownSession == nil else { return }
    fixPath()
    phase = .sealed
    ownSession = session
    for index in 0..<storage.count {
      guard let plan = storage.slots[index].plan, !storage.slots[index].isCopy else { continue }
      if !plan.isByValue { try? plan.copyInPlace(storage.slots[index].value) }
      storage.markCopied(index)
    }
  }
}
