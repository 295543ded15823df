import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LockboxActionTests {
  @Test func everyActionIsReadBackFromItsCoding() throws {
    var random = SplitMix64(seed: testSeed)
    for _ in 0..<300 {
      let action = RandomActions.any(using: &random)
      let data = try JSONEncoder().encode(action)
      let decoded = try JSONDecoder().decode(LockboxAction.self, from: data)
      #expect(decoded == action, "seed \(testSeed)")
    }
  }
}
