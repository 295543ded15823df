import ReduxBridge
import ReferenceRedux
import Testing
import ValueReduxTesting

// Each switch is over every case, so that one that is added or renamed is seen.

private func word(for subject: Mismatch.Subject) -> String {
  switch subject {
  case .state: "state"
  case .effect: "effect"
  case .signal: "signal"
  case .window: "window"
  case .foreignWrite: "foreignWrite"
  case .projection: "projection"
  case .delivery: "delivery"
  case .notComparable: "notComparable"
  }
}

private func word(for verdict: Mismatch.Verdict) -> String {
  switch verdict {
  case .candidateWrong: "candidateWrong"
  case .legacyWrong: "legacyWrong"
  case .noise: "noise"
  case .notComparable: "notComparable"
  }
}

private func number(of law: ProjectionLaw) -> Int {
  switch law {
  case .readIsPure: 0
  case .writeOfReadIsIdentity: 1
  case .readGivesWhatWasWritten: 2
  case .writeStaysInside: 3
  case .clearStaysInside: 4
  case .writeRebuildsCleared: 5
  }
}

private func word(for stage: Stage) -> String {
  switch stage {
  case .legacy: "legacy"
  case .shadow: "shadow"
  case .lead: "lead"
  case .migrated: "migrated"
  }
}

/// The cases that apps and files name, by name and by raw value.
@Suite struct EnumInterfaceTests {
  @Test func mismatches() {
    #expect(Mismatch.Subject.allCases.map(word(for:)) == Mismatch.Subject.allCases.map(\.rawValue))
    #expect(Mismatch.Verdict.allCases.map(word(for:)) == Mismatch.Verdict.allCases.map(\.rawValue))
  }

  @Test func stagesAreInOrder() {
    #expect(Stage.allCases.map(word(for:)) == Stage.allCases.map(\.rawValue))
    #expect(Stage.allCases.sorted(by: <) == [.legacy, .shadow, .lead, .migrated])
    #expect(Stage.legacy < Stage.shadow)
    #expect(Side.value.rawValue == "value")
  }

  @Test func laws() {
    #expect(ProjectionLaw.allCases.map(number(of:)) == Array(0..<6))
  }

  @Test func errorsSayWhatToDo() {
    let errors: [MigrationError] = [
      .unknownSlice("x", known: ["a"]), .gateClosed(slice: "a", stage: .lead, unmet: ["b"]),
      .notMigrated(["a"]),
    ]
    #expect(
      errors.map(\.description) == [
        #"There is no slice named "x"; this store has a."#,
        #"Slice "a" may not be promoted to lead yet: b. To promote it all the same, give a reason."#,
        "These slices are not migrated yet: a.",
      ])
  }
}
