/// The working memory of one copy or comparison.
///
/// A session keeps its plans and spare records for the next copy, so only the first copy of a type
/// pays for the analysis of that type. One thread at a time uses a session. Records retain their
/// session, so its owner calls ``close()`` at the end.
///
/// `@safe`: its pointers are to what its boxes own.
@safe final class GraphSession {
  private let boxes = Boxes()
  private(set) var userInfo: [CodingUserInfoKey: Any] = GraphSession.ownInfo
  private static let ownInfo: [CodingUserInfoKey: any Sendable] = [.isGraphCopy: true]
  let blankLayout = Layout(.blank)
  let nilPlan: TypePlan = TypedPlan(ByValuePlan<NilMarker>())
  private var plans: [ObjectIdentifier: TypePlan] = [:]
  /// Whether a type has kept its encoder or its decoder, which then uses this session at any time.
  private(set) var hasKeptRecords = false
  private var postponed: [(prefix: GraphPath, work: (GraphSession) throws -> Void)] = []
  /// Sets the weak back references of the copy, when their targets have been copied.
  var pending: [(borrowing IdentityMap) -> Void] = []
  /// Sets the strong back references of the copy, which may close cycles, to nil.
  var breaking: [() -> Void] = []
  /// The type of the graph that is being copied.
  private(set) var rootType: any Encodable.Type = Int.self
  /// The first error of the graph itself, which the copy throws even if a type has caught it.
  private(set) var failure: (any Error)?
  /// Whether a type has read its coding path, which a comparison without paths cannot give.
  var hasReadPath = false
  /// Checks the elements of sets and dictionaries, when all references are set.
  private var hashChecks: [(GraphSession) throws -> Void] = []

  /// The owners of what changes for each value.
  private struct Boxes: ~Copyable {
    let path = PinnedBox(PathStack())
    let identities = PinnedBox(IdentityMap())
    let spareRecords = PinnedBox(GrowingBuffer<Record>(minimumCapacity: 64))
    let stack = PinnedBox(CopyStack())
  }

  /// The path to the current value.
  var path: UnsafeMutablePointer<PathStack> { unsafe boxes.path.pointer }
  var identities: UnsafeMutablePointer<IdentityMap> { unsafe boxes.identities.pointer }
  var stack: UnsafeMutablePointer<CopyStack> { unsafe boxes.stack.pointer }
  /// The records that are ready for their next value, as many as there is room for.
  private var spareRecords: UnsafeMutablePointer<GrowingBuffer<Record>> {
    unsafe boxes.spareRecords.pointer
  }

  /// Releases the spare records, which retain this session, and accepts none from now on; a record in use
  /// elsewhere stays valid.
  func close() {
    unsafe spareRecords.pointee = GrowingBuffer(minimumCapacity: 0)
    unsafe stack.pointee = CopyStack()
  }

  /// Copies `root`, and keeps the map from originals to copies until ``forgetGraph()``.
  func copy<Root: Codable>(_ root: Root, userInfo: [CodingUserInfoKey: any Sendable]) throws -> Root
  {
    self.userInfo.merge(userInfo) { _, new in new }
    rootType = Root.self
    do {
      let copy = try unsafe withUnsafePointer(to: root) {
        try unsafe plan(for: Root.self).copy($0, self)
      }
      try copyPostponed()
      if let failure { throw failure }
      for assign in pending { unsafe assign(identities.pointee) }
      for check in hashChecks { try check(self) }
      return copy
    } catch {
      breakCycles()
      throw failure ?? error
    }
  }

  /// Ends the cycles of a copy that nothing is to keep.
  func breakCycles() {
    for clear in breaking { clear() }
  }

  /// Ensures that elements keep their hashes when the references of the copy are set.
  ///
  /// The path is that of the collection at this moment.
  func checkHashes<Element: Hashable>(of elements: some Collection<Element>, at place: Int) {
    if pending.isEmpty && postponed.isEmpty { return }
    let prefix = unsafe path.pointee.path(upTo: place)
    let hashes = elements.map { ($0, $0.hashValue) }
    hashChecks.append { session in
      guard let (changed, _) = hashes.first(where: { $0.hashValue != $1 }) else { return }
      unsafe session.path.pointee.truncate(to: 0)
      unsafe session.path.pointee.prefix = prefix
      throw session.invalid(
        changed,
        "The hash of \(Element.self) depends on a back reference, which is set when the set or "
          + "dictionary exists. Hash what does not change.")
    }
  }

  /// Copies the postponed targets, and those that they lead to.
  private func copyPostponed() throws {
    var next = 0
    while next < postponed.count {
      let (prefix, work) = postponed[next]
      next += 1
      unsafe path.pointee.prefix = prefix
      try work(self)
    }
    postponed = []
  }

  /// Runs `work` when everything around the current value has been copied.
  func copyLater(_ work: @escaping (GraphSession) throws -> Void) {
    unsafe postponed.append((path.pointee.path(upTo: path.pointee.count), work))
  }

  /// Releases everything that belongs to the graph.
  func forgetGraph() {
    unsafe path.pointee.truncate(to: 0)
    unsafe identities.pointee.removeAll()
    pending = []
    postponed = []
    hashChecks = []
    breaking = []
    unsafe path.pointee.prefix = nil
    failure = nil
    if !hasKeptRecords { userInfo = Self.ownInfo }
  }

  // MARK: Plans

  func plan<Value: Codable>(for type: Value.Type) -> any Plan<Value> {
    unsafe unsafeDowncast(typePlan(for: type), to: TypedPlan<Value>.self).plan
  }

  /// The plan of a type that is only known to be encodable here, made on first use.
  func typePlan<Value: Encodable>(for type: Value.Type) -> TypePlan {
    if let plan = plans[ObjectIdentifier(type)] { return plan }
    let plan = TypePlan.make(for: type, in: self)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  /// The plan of the class of an object, which may be a subclass of the declared type.
  func typePlan(of object: AnyObject) -> TypePlan {
    guard let type = type(of: object) as? any Encodable.Type else {
      preconditionFailure("It was encoded.")
    }
    return typePlan(for: type)
  }

  // MARK: Records

  /// A record that is ready for a value.
  @inline(__always)
  func takeRecord(layout: UnsafeMutablePointer<Layout.Table>) -> Record {
    guard let record = unsafe spareRecords.pointee.popLast() else {
      return unsafe Record(session: self, layout: layout.pointee.layout)
    }
    unsafe record.prepare(layout: layout)
    return record
  }

  /// A record for a value of any type.
  func takeRecord() -> Record {
    unsafe takeRecord(layout: blankLayout.table)
  }

  /// Returns a record of the contents that the value in `slot` encodes for comparison, with the path of `place`; the
  /// record of `place` must live longer than the returned record.
  @inline(__always)
  func open(_ slot: Slot, at place: GraphComparer.Place?) throws -> Record {
    var record = takeRecord()
    if let place { record.attach(to: place.record, place.index) }
    do {
      try unsafe slot.anyPlan.recordForComparison(slot.value, into: record)
      try record.seal()
      return record
    } catch {
      recycle(&record)
      throw error
    }
  }

  /// The value that `type` decodes from what `value` encodes.
  @inline(__always)
  func recode<Value: Codable>(
    _ value: Value, as type: Value.Type, _ layout: UnsafeMutablePointer<Layout.Table>
  ) throws -> Value {
    let record = unsafe takeRecord(layout: layout)
    unsafe path.pointee.push(record.tape)
    var isEncoded = false
    do {
      try value.encode(to: record)
      try record.seal()
      isEncoded = true
      let copy = try type.init(from: record)
      finish(consume record)
      return copy
    } catch {
      finish(consume record)
      throw isEncoded ? error : noted(error)
    }
  }

  /// Leaves a record whose value has been copied.
  @inline(__always)
  func finish(_ record: consuming Record) {
    unsafe path.pointee.truncate(to: record.tape.pointee.depth - 1)
    recycle(&record)
  }

  /// Keeps a record for the next value, unless a type has kept its encoder, decoder or container.
  @inline(__always)
  func recycle(_ record: inout Record) {
    guard isKnownUniquelyReferenced(&record) else {
      hasKeptRecords = true
      return record.retire()
    }
    record.clear()
    if unsafe !spareRecords.pointee.isFull {
      unsafe spareRecords.pointee.appendWithoutGrowing(record)
    }
  }

  /// An empty record that ignores writes, for a container that is requested too late.
  func strayRecord() -> Record {
    let record = Record(session: self, layout: blankLayout)
    unsafe record.tape.pointee.isSealed = true
    record.fixedPath = []
    return record
  }

  // MARK: Errors

  /// The error of an object that is reached from itself.
  func cycleError(at object: AnyObject, along path: [any CodingKey]? = nil) -> EncodingError {
    invalid(
      object,
      "\(type(of: object)) is reached from itself along this path. "
        + "Declare the reference that closes the cycle as @BackReference or @StrongBackReference.",
      at: path)
  }

  /// Keeps an error of the graph itself, so that the copy throws it even if a type catches it.
  ///
  /// A value encodes itself while it is decoded. Another coder would have failed before it decoded
  /// anything, so `try?` around the decoding of a child cannot be meant for such an error.
  func noted(_ error: any Error) -> any Error {
    if failure == nil { failure = error }
    return error
  }

  func invalid(
    _ value: Any, _ description: String, at path: [any CodingKey]? = nil
  ) -> EncodingError {
    let path = unsafe path ?? self.path.pointee.codingPath()
    return .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}
