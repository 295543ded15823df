/// The place of one recorded value.
struct Slot {
  /// The plan of the value's type, or nil while nothing is recorded here.
  unowned(unsafe) var plan: TypePlan?
  /// Where the value lives.
  var value: UnsafeMutableRawPointer
  /// Whether the value is a copy already, which decoding hands out as it is.
  var isCopy: Bool
}
