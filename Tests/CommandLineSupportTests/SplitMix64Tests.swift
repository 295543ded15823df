import CommandLineSupport
import Testing

@Suite struct SplitMix64Tests {
  @Test func theSequenceIsThatOfTheReferenceImplementation() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() }
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func eachChoiceIsPickedAsOftenAsItsWeightSays() {
    var random = SplitMix64(seed: 1)
    var counts = [0, 0, 0]
    for _ in 0..<10_000 { counts[random.pick([(1, 0), (0, 1), (3, 2)])] += 1 }
    #expect((2_300...2_700).contains(counts[0]))
    #expect(counts[1] == 0)
    let hits = (0..<10_000).count { _ in random.happens(oneIn: 5) }
    #expect((1_850...2_150).contains(hits))
  }
}
