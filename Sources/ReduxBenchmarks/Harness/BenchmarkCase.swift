/// Takes a value and discards it, in a way that the optimizer cannot see.
///
/// The optimizer can remove work whose result is unused. Pass the result to this function to keep the work:
///
/// ```swift
/// blackHole(items.reduce(0, +))
/// ```
///
/// `@inline(never)` alone is not enough: the optimizer looks into the body, finds that the argument is unused, and
/// removes the work. The function also has `@_optimize(none)`, the only undocumented attribute in this package. Only
/// benchmarks call the function.
///
/// - Parameter value: The result of the work that the optimizer must not remove.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: Value) {}

/// One thing to measure: a name, a setup and a closure.
///
/// The setup runs once, outside the timed region. The closure that it returns is called many times
/// inside it, and each result is passed to ``blackHole(_:)``. Both run on the main actor, as a value
/// store does.
package struct BenchmarkCase: Sendable {
  /// The name in the form `Subject.operation(size)`, unique in its suite.
  package let name: String
  package let size: Int
  /// The thing that the time is for: `object`, `action`, `copy`.
  package let unit: String
  package let unitsPerCall: Int
  /// Whether a quick run skips the case.
  package let isSlow: Bool
  package let setup: @MainActor () throws -> (@MainActor () throws -> Void)

  // Inlinable, so that the closure is specialized for its result in the module that measures.
  @inlinable
  package init<Result>(
    _ name: String, size: Int, per unit: String = "call", unitsPerCall: Int = 1,
    isSlow: Bool = false,
    setup: @escaping @MainActor () throws -> (@MainActor () throws -> Result)
  ) {
    self.name = name
    self.size = size
    self.unit = unit
    self.unitsPerCall = max(1, unitsPerCall)
    self.isSlow = isSlow
    self.setup = {
      let call = try setup()
      return { blackHole(try call()) }
    }
  }
}
