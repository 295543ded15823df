/// A weak reference, such as from a child to its parent, that is also set in a copy of the graph.
///
/// ```swift
/// final class Folder: Codable {
///   var children: [Folder] = []
///   @BackReference var parent: Folder?
/// }
/// ```
///
/// In the copy of a graph, the reference refers to the copy of its target. If only weak back references lead to the
/// target, the copy of the graph omits the target, and the copied reference is nil. ``Graph/copy(_:userInfo:)`` sets
/// the weak back references of the copy after every `init(from:)` has run: during each `init(from:)`, they are nil.
///
/// Other coders, such as `JSONEncoder`, do not know the identity of objects: they write and read a back reference as
/// nil.
@propertyWrapper
public struct BackReference<Target: AnyObject> {
  private var cell: Cell

  /// The storage of the reference, which the copy sets when all its objects exist.
  private final class Cell {
    weak var target: Target?

    init(_ target: Target?) {
      self.target = target
    }
  }

  /// The target of the reference; nil if the reference has no target, or if the target was deallocated.
  public var wrappedValue: Target? {
    get { cell.target }
    set { cell = Cell(newValue) }
  }

  /// The property wrapper, which your ``GraphCopyable/init(copying:with:)`` passes to the ``ChildCopier``.
  ///
  /// ```swift
  /// $parent = try children.copy(source.$parent, named: "parent")
  /// ```
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Creates a reference that does not keep its target alive.
  public init(wrappedValue: Target? = nil) {
    cell = Cell(wrappedValue)
  }
}

/// A strong reference that can be part of a cycle: the strong form of ``BackReference``.
///
/// ```swift
/// final class Station: Codable {
///   @StrongBackReference var next: Station?  // the last station leads to the first
/// }
/// ```
///
/// A strong back reference makes its target part of a copy of the graph, even if no other path leads to the target. In
/// the copy, the reference is nil during `init(from:)` of the type that declares it, and is set afterwards. A cycle of
/// strong references keeps its objects alive until the app sets one of these references to nil.
///
/// Other coders, such as `JSONEncoder`, do not know the identity of objects: they write and read a back reference as
/// nil.
@propertyWrapper
public struct StrongBackReference<Target: AnyObject & Codable> {
  private var cell: Cell

  /// The storage of the reference, which the copy sets when all its objects exist.
  private final class Cell {
    var target: Target?

    init(_ target: Target?) {
      self.target = target
    }
  }

  /// The target of the reference.
  public var wrappedValue: Target? {
    get { cell.target }
    set { cell = Cell(newValue) }
  }

  /// The property wrapper itself; see ``BackReference/projectedValue``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Creates a reference that keeps its target alive.
  public init(wrappedValue: Target? = nil) {
    cell = Cell(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a weak reference; if the key is missing, the target is nil.
  ///
  /// A synthesized `init(from:)` calls this method, so an app can still read a file that it wrote before the class had
  /// this reference.
  public func decode<Target>(
    _ type: BackReference<Target>.Type, forKey key: Key
  ) throws -> BackReference<Target> {
    try decodeIfPresent(type, forKey: key) ?? BackReference()
  }

  /// Decodes a strong reference; if the key is missing, the target is nil.
  public func decode<Target>(
    _ type: StrongBackReference<Target>.Type, forKey key: Key
  ) throws -> StrongBackReference<Target> {
    try decodeIfPresent(type, forKey: key) ?? StrongBackReference()
  }
}

// MARK: Copying

/// A reference that is copied by the identity of its target.
protocol GraphReference: GraphContainer, Codable {
  associatedtype Target: AnyObject
  init(wrappedValue: Target?)
  var wrappedValue: Target? { get }
  /// Whether this reference alone makes the target part of the graph.
  var isOwning: Bool { get }

  /// A new reference, which is set to the copy of the target when the graph has been copied.
  func copy(in session: GraphSession) -> Self

  /// Encodes the target if this reference is owning, otherwise nil.
  func recordTarget(into record: Record)
}

extension GraphReference {
  static func makePlan(in session: GraphSession) -> TypePlan { TypedPlan(ReferencePlan<Self>()) }

  /// Encodes nil for coders such as `JSONEncoder`; ``Graph/copy(_:userInfo:)`` does not call this method.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  /// Creates a reference whose target is nil.
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: nil) }

  var anyTarget: AnyObject? { wrappedValue }

  func recordTarget(into record: Record) { recordNil(into: record) }

  func recordNil(into record: Record) {
    record.store(NilMarker(), at: 0, plan: record.session.nilPlan)
  }
}

extension BackReference: Codable, GraphReference {
  var isOwning: Bool { false }

  func copy(in session: GraphSession) -> BackReference {
    let copy = BackReference()
    if let target = cell.target {
      let cell = copy.cell
      session.pending.append { identities in
        cell.target = identities.copy(of: target).map { unsafe unsafeDowncast($0, to: Target.self) }
      }
    }
    return copy
  }
}

extension StrongBackReference: Codable, GraphReference {
  var isOwning: Bool { true }

  /// A reference that is set when the objects around it have been copied.
  ///
  /// The target cannot be copied immediately: it may lead back to an object whose copy has begun.
  func copy(in session: GraphSession) -> StrongBackReference {
    let copy = StrongBackReference()
    if let target = cell.target {
      let cell = copy.cell
      session.breaking.append { cell.target = nil }
      session.copyLater { session in
        cell.target = try unsafe withUnsafePointer(to: target) {
          try unsafe session.plan(for: Target.self).copy($0, session)
        }
      }
    }
    return copy
  }

  func recordTarget(into record: Record) {
    guard let target = cell.target else { return recordNil(into: record) }
    record.store(target, at: 0, expectedAt: 0)
  }
}

/// The plan of back references, weak or strong.
final class ReferencePlan<Value: GraphReference>: Plan {
  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    unsafe source.pointee.copy(in: session)
  }

  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.begin(.single)
    unsafe typed(value).pointee.recordNil(into: record)
  }

  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    record.begin(.single)
    unsafe typed(value).pointee.recordTarget(into: record)
  }

  func reference(_ value: UnsafeRawPointer) -> (any GraphReference)? { unsafe typed(value).pointee }
}
