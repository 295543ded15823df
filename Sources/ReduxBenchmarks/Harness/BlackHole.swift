/// Takes a value and does nothing with it, where the optimiser cannot see that.
///
/// A result that nobody uses may never be computed. Pass it here and it is:
///
/// ```swift
/// blackHole(items.reduce(0, +))
/// ```
///
/// Forbidding inlining alone is not enough: the optimiser still looks into the body, sees that the
/// argument is unused and drops the work that made it. The underscored attribute is the one exception
/// that this package makes to documented language only, and it stands in the harness, not in a library.
///
/// - Parameter value: what must be computed.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: Value) {}
