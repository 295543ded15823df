import Testing
import ValueRedux

@testable import Lockbox

@Suite struct PlantedBugTests {
  @Test func namesAreUnique() {
    #expect(Set(PlantedBug.all.map(\.name)).count == PlantedBug.all.count)
    #expect(PlantedBug.all.count >= 2)
  }

  @Test func namesCanBeTyped() {
    for bug in PlantedBug.all {
      #expect(!bug.name.contains { " ./=".contains($0) } && !bug.name.hasPrefix("-"))
    }
  }

  @Test(arguments: PlantedBug.all.map(\.name))
  func aBugChangesWhatTheReducersAnswer(name: String) throws {
    let bug = try #require(PlantedBug.named(name))
    var reducers = ModernReducers()
    bug.plant(&reducers)
    var random = SessionRandom(seed: testSeed)
    var (right, wrong) = (ThemeState(), ThemeState())
    for _ in 0..<20_000 where right == wrong {
      let action = RandomActions.theme(using: &random)
      ModernReducers().theme.reduce(&right, action)
      reducers.theme.reduce(&wrong, action)
    }
    #expect(right != wrong, "seed \(testSeed)")
  }
}
