import CommandLineSupport
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

@Suite struct PlantedBugTests {
  @Test(arguments: PlantedBug.all.map(\.name))
  func aBugChangesTheStateOrTheEffectsOfTheNewCode(name: String) throws {
    let bug = try #require(PlantedBug.named(name))
    let (right, wrong) = (ModernCode(), ModernCode(planted: bug))
    var random = SplitMix64(seed: testSeed)
    var (rightState, wrongState) = (ModernState(), ModernState())
    for _ in 0..<50_000 {
      let action = RandomActions.any(using: &random)
      right.reducer.reduce(&rightState, action)
      wrong.reducer.reduce(&wrongState, action)
      let effects = right.copies(rightState.library, action)
      if rightState != wrongState || effects != wrong.copies(wrongState.library, action) {
        return
      }
    }
    Issue.record("no difference, seed \(testSeed)")
  }
}
