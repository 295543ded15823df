/// The working memory of one copy at a time: plans and spare records stay from one to the next, so
/// that only the first copy of a type pays for finding out what it is.
///
/// Used by one thread at a time. Records retain their session, so the owner calls ``close()`` in the
/// end.
final class GraphSession {
  let path: UnsafeMutablePointer<PathStack>
  let identities: UnsafeMutablePointer<IdentityMap>
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  let blankLayout = Layout(.blank)
  let nilPlan: TypePlan = ValuePlan<NilMarker>()
  let recordPlan: TypePlan = RecordPlan()
  let nilTypeID = ObjectIdentifier(NilMarker.self)
  let recordTypeID = ObjectIdentifier(Record.self)
  private var plans: [ObjectIdentifier: TypePlan] = [:]
  private let spareRecords: UnsafeMutablePointer<RecordStack>
  private var strayRecords: [Record] = []
  private var postponed: [(prefix: PathPrefix, work: (GraphSession) throws -> Void)] = []
  var pending: [PendingReference] = []
  private var stackFloor: UInt = 0

  /// How far the stack may grow within one copy.
  ///
  /// Half of what a secondary thread has on Apple's
  /// platforms, so that as much is left for the coding of the app's own types.
  private static let stackBudget: UInt = 192 * 1024

  /// How many values may lie inside each other before recursion ends.
  ///
  /// The position of the stack tells nothing where a sanitizer keeps local variables elsewhere.
  private static let recursionLimit = 100

  init() {
    path = .allocate(capacity: 1)
    path.initialize(to: PathStack())
    identities = .allocate(capacity: 1)
    identities.initialize(to: IdentityMap())
    spareRecords = .allocate(capacity: 1)
    spareRecords.initialize(to: RecordStack())
    plans[nilTypeID] = nilPlan
  }

  /// Lets go of the records, which refer to this session; what somebody still holds works on.
  func close() {
    spareRecords.pointee.close()
    strayRecords = []
  }

  deinit {
    path.pointee.deallocate()
    path.deinitialize(count: 1)
    path.deallocate()
    identities.pointee.removeAll()
    identities.pointee.deallocate()
    identities.deinitialize(count: 1)
    identities.deallocate()
    spareRecords.pointee.deallocate()
    spareRecords.deinitialize(count: 1)
    spareRecords.deallocate()
  }

  /// Copies `root`, and forgets the graph again.
  func copy<Root: Codable>(_ root: Root, userInfo: [CodingUserInfoKey: any Sendable]) throws -> Root
  {
    self.userInfo = userInfo
    stackFloor = Self.stackPosition() &- Self.stackBudget
    defer { forgetGraph() }
    let copy = try withUnsafePointer(to: root) { try plan(for: Root.self).copy($0, self) }
    try copyPostponed()
    letStrayRecordsGo()
    try copyPostponed()
    for reference in pending { reference.resolve(in: identities.pointee) }
    return copy
  }

  /// Copies the targets that had to wait, and those that these lead to.
  private func copyPostponed() throws {
    var next = 0
    while next < postponed.count {
      let (prefix, work) = postponed[next]
      next += 1
      path.pointee.prefix = prefix
      path.pointee.truncate(to: 0)
      try work(self)
    }
    postponed = []
    path.pointee.prefix = nil
  }

  /// Has `work` done when everything around the value at work is there.
  func copyLater(_ work: @escaping (GraphSession) throws -> Void) {
    let keys = path.pointee.ownPath(upTo: path.pointee.count)
    postponed.append((PathPrefix(path.pointee.prefix, keys), work))
  }

  /// Gives the records that somebody still holds copies of what they hold.
  private func letStrayRecordsGo() {
    var kept: [Record] = []
    while var record = strayRecords.popLast() {
      if isKnownUniquelyReferenced(&record) { continue }
      record.outlive(self)
      kept.append(record)
    }
    strayRecords = kept
  }

  /// Whether records are still held by somebody although their copy is done.
  var hasStrayRecords: Bool { !strayRecords.isEmpty }

  func forgetGraph() {
    letStrayRecordsGo()
    path.pointee.truncate(to: 0)
    identities.pointee.removeAll()
    if !pending.isEmpty { pending = [] }
    if !postponed.isEmpty { postponed = [] }
    path.pointee.prefix = nil
    if !userInfo.isEmpty, strayRecords.isEmpty { userInfo = [:] }
  }

  // MARK: Plans

  /// The plan of `Value`, which is made when it is needed first.
  func plan<Value: Codable>(for type: Value.Type) -> Plan<Value> {
    unsafeDowncast(anyPlan(for: type), to: Plan<Value>.self)
  }

  /// The plan of a type of which only the encoding half is known here.
  func encodablePlan<Value: Encodable>(for type: Value.Type) -> TypePlan {
    anyPlan(for: type)
  }

  private func anyPlan<Value: Encodable>(for type: Value.Type) -> TypePlan {
    if let plan = plans[ObjectIdentifier(type)] { return plan }
    let plan = TypePlan.make(for: type)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  // MARK: Records

  /// A record that is ready for a value.
  @inline(__always)
  func takeRecord(layout: UnsafeMutablePointer<Layout.Table>) -> Record {
    guard let record = spareRecords.pointee.pop() else {
      return Record(session: self, layout: layout.pointee.layout)
    }
    record.prepare(layout: layout)
    return record
  }

  /// Ends the recording of a value; an encoder that somebody kept writes nowhere from now on.
  @inline(__always)
  func seal(_ record: inout Record) throws {
    if !isKnownUniquelyReferenced(&record) { try leaveBehind(&record) }
    record.seal()
    if let misuse = record.misuse { throw misuse }
  }

  private func leaveBehind(_ record: inout Record) throws {
    guard !record.hasNested else { return }
    let kept = record
    record = takeRecord(layout: kept.layout.table)
    record.takeContents(of: kept)
    path.pointee.truncate(to: kept.tape.pointee.depth - 1)
    path.pointee.push(record.tape)
    kept.fixedPath = record.codingPath
    kept.tape.pointee.isSealed = true
  }

  /// What `value` is decoded to from what it encodes.
  @inline(__always)
  func recode<Value: Codable>(
    _ value: Value, as type: Value.Type, _ layout: UnsafeMutablePointer<Layout.Table>
  ) throws -> Value {
    var record = takeRecord(layout: layout)
    path.pointee.push(record.tape)
    do {
      try value.encode(to: record)
      try seal(&record)
      let copy = try type.init(from: record)
      finish(&record)
      return copy
    } catch {
      finish(&record)
      throw error
    }
  }

  /// Leaves a record whose value has been copied.
  @inline(__always)
  func finish(_ record: inout Record) {
    path.pointee.truncate(to: record.tape.pointee.depth - 1)
    recycle(&record)
  }

  /// Keeps a record for the next value, unless a decoder or a container still holds it.
  @inline(__always)
  func recycle(_ record: inout Record) {
    guard isKnownUniquelyReferenced(&record) else {
      record.fixPath()
      strayRecords.append(record)
      return
    }
    record.clear()
    spareRecords.pointee.push(record)
  }

  /// A record that takes no writing, for a container that is asked for too late.
  func strayRecord() -> Record {
    let record = Record(session: self, layout: blankLayout)
    record.tape.pointee.isSealed = true
    record.fixedPath = []
    return record
  }

  // MARK: Depth

  /// Whether the recursion has used up its share of the stack.
  var stackIsShort: Bool {
    @inline(__always) get {
      Self.stackPosition() < stackFloor || path.pointee.count > Self.recursionLimit
    }
  }

  @inline(__always)
  private static func stackPosition() -> UInt {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}
