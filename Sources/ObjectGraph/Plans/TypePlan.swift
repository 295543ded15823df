internal import Foundation
internal import ValueReflection

/// How the values of one type are recorded, copied, compared and destroyed.
///
/// A plan belongs to one session, which keeps it from copy to copy: the dynamic casts that distinguish
/// a class from an array are paid once per type, not once per value. The untyped pointers that its
/// methods receive point to a `Value`.
protocol Plan<Value>: AnyObject {
  associatedtype Value

  /// Whether a plain copy of a value is a deep copy.
  var isByValue: Bool { get }

  /// The layout of the records of what values encode, unless each dynamic type has its own; nil for one of the
  /// record.
  var layout: Layout? { get }

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value

  /// Lets the value encode itself into `record`.
  func record(_ value: UnsafeRawPointer, into record: Record) throws

  /// Lets the value encode itself into `record`, by names or members where its order is arbitrary.
  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws

  /// How the contents that the value records for comparison belong to those of another value.
  var arrangement: Arrangement { get }

  /// For each member of a set, or key of a dictionary, the position of the equal one in `new`.
  func matchMembers(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> [Int?]

  /// The value if it is a back reference.
  func reference(_ value: UnsafeRawPointer) -> (any GraphReference)?

  /// The key of the entry at `position` of a dictionary, counted in keys and values.
  func key(at position: Int, of value: UnsafeRawPointer) -> any CodingKey

  /// Whether the values are optionals.
  var isOptional: Bool { get }

  /// Whether the value is an optional without a value.
  func isNil(_ value: UnsafeRawPointer) -> Bool

  /// The value if it is an object.
  func object(_ value: UnsafeRawPointer) -> AnyObject?
}

/// How the recorded contents of two values belong together.
enum Arrangement {
  /// By key or by position.
  case ordered
  /// By the keys of dictionaries that are their own names.
  case named
  /// As members of sets, or as keys and values of dictionaries, in turn.
  ///
  /// Where the members or the keys are exact, `==` decides which of them belong together.
  case unordered(hasValues: Bool, isExact: Bool)
}

extension Plan {
  var isByValue: Bool { false }

  var layout: Layout? { nil }

  @inline(__always)
  func typed(_ value: UnsafeRawPointer) -> UnsafePointer<Value> {
    unsafe value.assumingMemoryBound(to: Value.self)
  }

  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    try unsafe self.record(value, into: record)
  }

  var arrangement: Arrangement { .ordered }

  func matchMembers(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> [Int?] { [] }

  func reference(_ value: UnsafeRawPointer) -> (any GraphReference)? { nil }

  func key(at position: Int, of value: UnsafeRawPointer) -> any CodingKey {
    PathKey(index: position)
  }

  var isOptional: Bool { false }

  func isNil(_ value: UnsafeRawPointer) -> Bool { false }

  func object(_ value: UnsafeRawPointer) -> AnyObject? { nil }

  /// Stores the value in slot 0 of `record` as well.
  func duplicate(_ value: UnsafeRawPointer, into record: Record, _ plan: TypePlan) {
    unsafe record.store(typed(value).pointee, at: 0, plan: plan)
  }

  /// The value itself, for a message.
  func any(_ value: UnsafeRawPointer) -> Any { unsafe typed(value).pointee }
}

extension Plan where Value: Encodable {
  @inline(__always)
  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    if let layout { record.use(layout) }
    try unsafe typed(value).pointee.encode(to: record)
  }
}

/// A plan without the type of its values, and what a record stores for each value.
class TypePlan {
  final let untyped: any Plan
  final let isByValue: Bool
  /// Whether the value converts as a whole, as JSON's numbers and strings do.
  final let isScalar: Bool
  final let isOptional: Bool
  /// Whether the end of a value has an effect.
  final let needsEnd: Bool
  /// Deinitializes values; a metatype, because it needs no reference counting.
  final let destroyer: any Destroyer.Type
  final let valueType: any Any.Type
  /// The digest of the name of the type, the same where Foundation is not part of the system.
  final lazy var nameDigest = DigestBuilder.digest(
    of: SourceText.fullName(valueType)
      .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation."))
  /// Digests the values; nil if they have contents.
  final lazy var leaf = valueType as? any Leaf.Type
  /// Found when the first two values are compared.
  final lazy var comparison = Comparison(valueType)
  final lazy var arrangement = untyped.arrangement

  fileprivate init<Value>(_ plan: some Plan<Value>) {
    valueType = Value.self
    untyped = plan
    isByValue = plan.isByValue
    isOptional = plan.isOptional
    isScalar = StandardTypes.scalars.contains(ObjectIdentifier(Value.self))
    needsEnd = !StandardTypes.trivial.contains(ObjectIdentifier(Value.self))
    destroyer = TypedPlan<Value>.self
  }

  /// Chooses the plan of `type`.
  // Not generic: its code would be there once for each scalar type.
  static func make(for type: any Encodable.Type, in session: GraphSession) -> TypePlan {
    // Each of these casts takes much of the first copy in a process, so only those that may succeed.
    if StandardTypes.copiedByValue.contains(ObjectIdentifier(type)) {
      return plan(type, isByValue: true)
    }
    let isClass = type is AnyObject.Type
    if !isClass, let container = type as? any GraphContainer.Type {
      return container.makePlan(in: session)
    }
    if type is any CopiedByValue.Type { return plan(type, isByValue: true) }
    if isClass, let hooked = type as? any (AnyObject & GraphCopyable).Type { return plan(hooked) }
    if isClass, let type = type as? any (AnyObject & Codable).Type { return plan(type) }
    if !isClass, let hooked = type as? any GraphCopyable.Type { return plan(hooked) }
    if !isClass, let type = type as? any Codable.Type { return plan(type) }
    return plan(type, isByValue: false)
  }

  private static func plan<Value: Encodable>(_ type: Value.Type, isByValue: Bool) -> TypePlan {
    isByValue ? TypedPlan(ByValuePlan<Value>()) : TypedPlan(EncodablePlan<Value>())
  }

  private static func plan<Value: AnyObject & GraphCopyable>(_ type: Value.Type) -> TypePlan {
    TypedPlan(HookPlan<Value>())
  }

  private static func plan<Value: GraphCopyable>(_ type: Value.Type) -> TypePlan {
    TypedPlan(ValueHookPlan<Value>())
  }

  private static func plan<Value: AnyObject & Codable>(_ type: Value.Type) -> TypePlan {
    TypedPlan(ClassPlan<Value>())
  }

  private static func plan<Value: Codable>(_ type: Value.Type) -> TypePlan {
    TypedPlan(StructPlan<Value>())
  }
}

/// A plan with the type of its values.
final class TypedPlan<Value>: TypePlan, Destroyer {
  let plan: any Plan<Value>
  init(_ plan: some Plan<Value>) {
    self.plan = plan
    super.init(plan)
  }

  static func destroy(_ value: UnsafeMutableRawPointer) {
    _ = unsafe value.assumingMemoryBound(to: Value.self).move()
  }
}

protocol Destroyer {
  static func destroy(_ value: UnsafeMutableRawPointer)
}

/// A type that makes its own plan, such as a container, whose own coding is not used.
protocol GraphContainer {
  static func makePlan(in session: GraphSession) -> TypePlan
}

/// The plan of a type whose plain copy is a deep copy.
final class ByValuePlan<Value: Encodable>: Plan {
  let isByValue = true
  /// Made for the first value that is compared or digested, since a copy needs none.
  private(set) lazy var layout: Layout? = Layout(.ofType)

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    unsafe source.pointee
  }
}
