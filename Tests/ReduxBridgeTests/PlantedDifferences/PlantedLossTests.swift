import Testing

@Suite struct PlantedLossTests {
  @Test func everyPlantedDifferenceHasANameOfItsOwn() {
    let names = PlantedLoss.all.map(\.testDescription)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 150)
    for fault in PlantedLoss.Fault.allCases where fault.rawValue.hasPrefix("w") {
      #expect(PlantedLoss.all.filter { $0.fault == fault }.count >= 8, "\(fault)")
    }
  }
}
