internal import Foundation

/// What a session knows about one type: how its values are recorded, copied and destroyed.
///
/// Plans belong to one session and are used by one thread at a time. A session keeps them from one
/// copy to the next, so that the dynamic casts which tell a class from an array are paid once per
/// type and not once per value.
class TypePlan {
  /// The type that this plan is for.
  final let typeID: ObjectIdentifier
  /// Whether a plain copy of a value is a deep copy.
  final let isByValue: Bool
  /// Whether coding ends here: a number, a string or a truth value.
  final let isPrimitive: Bool
  private final let needsNoEnd: Bool

  init(type: any Any.Type, isByValue: Bool) {
    typeID = ObjectIdentifier(type)
    self.isByValue = isByValue
    isPrimitive = type is any PrimitiveValue.Type
    needsNoEnd = isPrimitive && type != String.self || type == Date.self || type == UUID.self
  }

  /// The type itself, for messages.
  var valueType: any Any.Type { fatalError("a plan must name its type") }

  /// Whether a value can be copied at all.
  var isCopyable: Bool { true }

  /// What ends the lives of values, by its type alone, which needs no reference counting; nil when
  /// they need no end.
  final var destroyer: TypePlan.Type? { needsNoEnd ? nil : Self.self }

  /// Ends the life of the value at `value`.
  class func destroy(_ value: UnsafeMutableRawPointer) {
    fatalError("a plan must know how its values end")
  }

  /// Replaces the value at `value` by its copy.
  func copyInPlace(_ value: UnsafeMutableRawPointer, _ session: GraphSession) throws {
    fatalError("a plan must know how its values are copied")
  }

  /// Replaces the value at `value` by the copy made from what it encoded into `record`.
  func finishInPlace(_ value: UnsafeMutableRawPointer, _ record: Record) throws {
    fatalError("a plan must know how its values are copied")
  }

  /// The copy of `object`, made from what it encoded into `record`.
  func finishObject(_ object: AnyObject, _ record: Record) throws -> AnyObject {
    fatalError("only the plan of a class copies objects")
  }

  /// Has the value at `value` encode itself into `record`.
  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    fatalError("a plan must know how its values are recorded")
  }

  /// Has the value at `value` encode itself into `record` without an order where it has none.
  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    try self.record(value, into: record)
  }

  /// What can be said of two values without looking inside.
  func quickComparison(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> QuickComparison {
    fatalError("a plan must know how its values are compared")
  }

  /// Whether values are sets, which are compared by their members.
  var hasMembers: Bool { false }

  /// Stores the members of two sets in two records, those that both have first and in one order.
  ///
  /// - Returns: How many they have in common.
  func alignMembers(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ oldRecord: Record, _ newRecord: Record
  ) -> Int {
    fatalError("only the plan of a set has members")
  }

  /// The target of the weak back reference at `value`, or nil when this is no plan for them.
  func backReference(_ value: UnsafeRawPointer) -> Partners.Target? { nil }

  /// Stores the value at `value` into slot 0 of `record` as well.
  func duplicate(_ value: UnsafeRawPointer, into record: Record) {
    fatalError("a plan must know how its values are stored")
  }

  /// The value at `value`, without a type.
  func any(_ value: UnsafeRawPointer) -> Any {
    fatalError("a plan must know how its values are read")
  }

  /// The key of the entry at `position`, counted in keys and values, of the dictionary there.
  func key(at position: Int, of dictionary: UnsafeRawPointer) -> any CodingKey {
    PathKey(index: position)
  }

  /// Whether the value at `value` is an optional without a value.
  func isNil(_ value: UnsafeRawPointer) -> Bool { false }

  /// The class instance at `value`, or nil when this is no plan for a class.
  func object(_ value: UnsafeRawPointer) -> AnyObject? { nil }

  /// Copies `object`, an instance of the plan's class or of a subclass, through the identity map.
  func copyObject(_ object: AnyObject, _ session: GraphSession) throws -> AnyObject {
    fatalError("only the plan of a class copies objects")
  }
}
