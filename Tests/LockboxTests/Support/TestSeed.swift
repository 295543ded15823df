import Foundation
@testable import Lockbox

/// The seed of the random tests: that of the environment, or a new one.
///
/// Failures print it.
let testSeed: UInt64 = {
  let given = ProcessInfo.processInfo.environment["LANDBRIDGE_SEED"].flatMap(UInt64.init)
  let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
  print("LANDBRIDGE_SEED=\(seed)")
  return seed
}()
