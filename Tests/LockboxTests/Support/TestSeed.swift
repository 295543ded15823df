import Foundation

/// The seed of the random tests: 1, or the value of `LANDBRIDGE_SEED`.
///
/// The run prints it, and so does each failure.
let testSeed: UInt64 = {
  let given = ProcessInfo.processInfo.environment["LANDBRIDGE_SEED"].flatMap(UInt64.init)
  let seed = given ?? 1
  print("LockboxTests: LANDBRIDGE_SEED=\(seed)")
  return seed
}()
