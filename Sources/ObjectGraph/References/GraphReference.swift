/// A reference that is copied by identity.
protocol GraphReference {
  /// The target, whatever its type.
  var anyTarget: AnyObject? { get }
  /// Whether the target belongs to the graph by this reference alone.
  var isOwning: Bool { get }
}

extension BackReference: GraphReference {
  var anyTarget: AnyObject? { wrappedValue }
  var isOwning: Bool { false }
}

extension StrongBackReference: GraphReference {
  var anyTarget: AnyObject? { wrappedValue }
  var isOwning: Bool { true }
}
