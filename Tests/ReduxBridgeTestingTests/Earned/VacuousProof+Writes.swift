import ReduxBridge
import Testing

@testable import BridgeTestApps

extension VacuousProof {
  /// What a store finds that reduces actions with a library at a stage.
  private static func mismatches(
    at stage: Stage, after actions: [ReaderAction] = all,
    write: @escaping @Sendable (ReaderState, LibraryValue) -> Void
  ) throws -> String {
    try MigrationStore(ReaderState(), Reader.library(write: write), at: stage, after: actions)
      .mismatches.map(\.description).joined()
  }

  private static func mismatches(
    of slice: Till.Slice, at stage: Stage
  ) throws -> String {
    let actions: [Till.Action] = [.charge(5), .print("a"), .acknowledge]
    return try MigrationStore(Till(), slice, at: stage, after: actions)
      .mismatches.map(\.description).joined()
  }

  // MARK: Writes and flags

  static let writes = [Stage.shadow, .lead].flatMap { stage in
    [
      VacuousProof("write does more, at \(stage)", finds: "changed, value changed by write") {
        try mismatches(at: stage) { state, library in
          Reader.writeLibrary(state, library)
          state.badge = 9
        }
      },
      VacuousProof("write adds, at \(stage)", finds: "[projection]: after action 6 .remove") {
        try mismatches(at: stage) { state, library in
          state.folders += library.ids.map(Folder.init)
          state.selected = library.selectedID.flatMap { state[$0] }
        }
      },
      VacuousProof("write sorts, at \(stage)", finds: "[projection]: after action 3 .select") {
        try mismatches(at: stage, after: [.add(2), .add(1), .select(2)]) { state, library in
          Reader.writeLibrary(state, library)
          state.folders.sort { $0.id < $1.id }
        }
      },
      VacuousProof("a field beside a flag of two, at \(stage)", finds: "at calls: legacy changed") {
        try mismatches(of: Till.billing { $0.calls += 1 }, at: stage)
      },
      VacuousProof("a path of a flag with a typo, at \(stage)", finds: "at receipt: ") {
        try mismatches(of: Till.billing(at: ["reciept", "duplicate"]), at: stage)
      },
      VacuousProof("one of two paths of a flag, at \(stage)", finds: "at duplicate: legacy changed")
      {
        try mismatches(of: Till.billing(at: ["receipt"]), at: stage)
      },
    ]
  }
}
