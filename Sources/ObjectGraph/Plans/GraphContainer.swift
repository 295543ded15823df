/// A type that brings its own plan, so that its elements are copied without its own coding.
protocol GraphContainer {
  /// The plan of this type.
  static func makePlan() -> TypePlan
}
