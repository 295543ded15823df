/// The place of one recorded value.
struct Slot {
  /// The type of the value, or nil while nothing is recorded here.
  var typeID: ObjectIdentifier?
  /// The plan of that type.
  var plan: Unmanaged<TypePlan>
  /// Where the value lives.
  var value: UnsafeMutableRawPointer
  /// Whether decoding may hand the value out as it is: it is copied by value, or a copy already.
  var isReady: Bool
  /// Whether the value is a copy already.
  var isCopy: Bool
  /// What ends the life of the value, or nil when it needs no end.
  var destroyer: TypePlan.Type?
}
