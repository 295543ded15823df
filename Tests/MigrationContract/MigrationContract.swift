internal import Foundation
package import ReduxBridge
internal import ReferenceRedux

/// The promises of a migration to its users, as claims that a test can check over any class store.
@MainActor
package struct MigrationContract<Store: MigrationSubject> {
  typealias Sampling = ParityOptions<ContractAction>.Sampling

  private let makeStore: @MainActor (MigrationParts) throws -> Store

  /// Makes the contract for one kind of store, which `make` makes of its parts.
  package init(make: @escaping @MainActor (MigrationParts) throws -> Store) {
    makeStore = make
  }

  /// Makes a store of changed parts, both of whose slices are at a stage.
  func make(
    at stage: Stage = .legacy, sampling: Sampling = .everyAction,
    posting center: NotificationCenter = .default,
    _ change: (inout MigrationParts) -> Void = { _ in }
  ) throws -> (store: Store, parts: MigrationParts) {
    var parts = MigrationParts()
    (parts.parity.sampling, parts.configuration.notificationCenter) = (sampling, center)
    change(&parts)
    let store = try makeStore(parts)
    if stage != .legacy { try store.move(to: stage) }
    store.read { _ in }
    return (store, parts)
  }

  /// The check of a claim with new stores; it throws unexpected errors of the store.
  package typealias Check = @MainActor (Stage) async throws -> Void

  /// The claims by the names of their functions, with the stages at which they are checked.
  package var claims: [(name: String, stages: [Stage], check: Check)] {
    let everywhere: [(String, Check)] = [
      ("movesTakeTheirPlaceAmongActions", movesTakeTheirPlaceAmongActions),
      ("movesOfOtherThreadsTakeTheirPlace", movesOfOtherThreadsTakeTheirPlace),
      ("aMoveToThePresentStageDoesNothing", aMoveToThePresentStageDoesNothing),
      ("aMoveToThePresentStageAnnouncesNothing", aMoveToThePresentStageAnnouncesNothing),
      ("theKillSwitchIsAheadOfPendingActions", theKillSwitchIsAheadOfPendingActions),
      ("theKillSwitchIsAheadFromOtherThreads", theKillSwitchIsAheadFromOtherThreads),
      ("theKillSwitchWorksWhileThreadsDispatch", theKillSwitchWorksWhileThreadsDispatch),
      ("goingBackLosesNothing", goingBackLosesNothing),
      ("effectsArePerformedOnce", effectsArePerformedOnce),
      ("answersAreThoseOfTheBlocks", answersAreThoseOfTheBlocks),
      ("aFacadeIsAheadOfTheNotification", aFacadeIsAheadOfTheNotification),
      ("aCombinedFacadeShowsOneMoment", aCombinedFacadeShowsOneMoment),
      ("anEffectOfAFacadeReceivesEachAction", anEffectOfAFacadeReceivesEachAction),
      ("anOutputReceivesEachAction", anOutputReceivesEachAction),
      ("notificationsAreThoseOfLegacy", notificationsAreThoseOfLegacy),
      ("theModelPostsAsAtLegacy", theModelPostsAsAtLegacy),
      ("eachSignalArrivesOnce", eachSignalArrivesOnce),
      ("aFacadeShowsAnEventAsASignal", aFacadeShowsAnEventAsASignal),
      ("aMismatchAndItsTraceNameTheAction", aMismatchAndItsTraceNameTheAction),
      ("aWriteOutsideOfASliceIsFound", aWriteOutsideOfASliceIsFound),
      ("otherWritesAreFound", otherWritesAreFound),
      ("aListenerThatMissesAChangeIsFound", aListenerThatMissesAChangeIsFound),
      ("whatIsKeptIsBounded", whatIsKeptIsBounded),
      ("aFileIsSavedAndRestoredAtAnyStages", aFileIsSavedAndRestoredAtAnyStages),
      ("aSessionIsRecordedAndReplayed", aSessionIsRecordedAndReplayed),
      ("valuesAreCollectedOnceAllAreMigrated", valuesAreCollectedOnceAllAreMigrated),
      ("aReleasedStoreIsFreed", aReleasedStoreIsFreed),
    ]
    let whereCompared: [(String, Check)] = [
      ("anotherEventBehindAFlagIsWrong", anotherEventBehindAFlagIsWrong),
      ("aWrongWriteIsNoProof", aWrongWriteIsNoProof),
    ]
    // They are about stages themselves.
    let once: [(String, @MainActor () async throws -> Void)] = [
      ("nothingIsLostOrTwiceWhileSlicesMove", nothingIsLostOrTwiceWhileSlicesMove),
      ("eachDemandIsMetAtItsBoundary", eachDemandIsMetAtItsBoundary),
      ("theDemandOfLeadIsOneOfTheLastStage", theDemandOfLeadIsOneOfTheLastStage),
      ("aTypeThatChangedNothingIsADemand", aTypeThatChangedNothingIsADemand),
      ("promotionsWithoutEvidenceAreNoted", promotionsWithoutEvidenceAreNoted),
      ("aGateComparesWithTheStageThatIsPending", aGateComparesWithTheStageThatIsPending),
      ("evidenceOfTheSameCodeAloneCounts", evidenceOfTheSameCodeAloneCounts),
      ("mergedEvidenceOfTwoVersionsIsRefused", mergedEvidenceOfTwoVersionsIsRefused),
      ("mergedEvidenceWithoutAVersionIsRefused", mergedEvidenceWithoutAVersionIsRefused),
      ("mergedEvidenceOfOtherRulesIsRefused", mergedEvidenceOfOtherRulesIsRefused),
      ("theLawsCountAsEvidence", theLawsCountAsEvidence),
      ("otherWritesStayUntilTheValueChanges", otherWritesStayUntilTheValueChanges),
      ("aSuccessorIsComparedAfterEachAction", aSuccessorIsComparedAfterEachAction),
      ("theHandoverCarriesTheNumber", theHandoverCarriesTheNumber),
    ]
    return everywhere.map { ($0, Stage.allCases, $1) }
      + whereCompared.map { ($0, [.shadow, .lead], $1) }
      + once.map { name, check in (name, [.legacy], { _ in try await check() }) }
  }
}
