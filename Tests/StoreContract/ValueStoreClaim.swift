public import Testing

/// One behavior that a value-style store owes its users.
///
/// A suite runs all of them, or all but those that a facade declares as exceptions:
///
/// ```swift
/// @Test(arguments: ValueStoreClaim.allCases)
/// func holds(_ claim: ValueStoreClaim) async throws {
///   await claim.check(MyStore.self)
/// }
/// ```
public enum ValueStoreClaim: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case subscribingDeliversThePresentStateOnce
  case aNilSubStateIsDelivered
  case everyChangeIsToldWhileSubscribed
  case aDroppedSubscriberIsNeitherKeptNorTold
  case theStoreIsFreedWithAllItHolds
  case subscribersAreToldInTheOrderOfSubscription
  case aSubscriberRemovedDuringThePassIsNotTold
  case aSubscriberAddedDuringThePassIsNotLost
  case oneObjectMaySubscribeToTwoSubStates
  case anUnchangedSelectionIsNotTold
  case aValueThatCannotBeComparedIsToldEachTime
  case aFilterComparesWithTheValueLastOffered
  case pairsChainThoughASubscriberDispatches
  case whenDispatchReturnsEverythingIsDone
  case actionsAreReducedInTheOrderOfDispatch
  case dispatchesFromMiddlewaresWaitThreeDeep
  case dispatchesFromSubscribersWaitThreeDeep
  case aMiddlewareSeesTheStateAfterTheAction
  case eachThreadsOrderIsKept
  case retainedStatesNeverChange

  /// The claim in the test's output.
  public var testDescription: String { rawValue }

  /// Checks the claim.
  ///
  /// - Parameters:
  ///   - type: The type of the store.
  ///   - location: Where a failure is reported.
  @MainActor
  public func check<Store: ValueStoreUnderTest>(
    _ type: Store.Type, _ location: SourceLocation = #_sourceLocation
  ) async {
    let contract = ValueStoreContract<Store>(location: location)
    switch self {
    case .subscribingDeliversThePresentStateOnce: await contract.presentStateOnce()
    case .aNilSubStateIsDelivered: await contract.nilSubState()
    case .everyChangeIsToldWhileSubscribed: await contract.changesWhileSubscribed()
    case .aDroppedSubscriberIsNeitherKeptNorTold: await contract.droppedSubscriber()
    case .theStoreIsFreedWithAllItHolds: await contract.freedStore()
    case .subscribersAreToldInTheOrderOfSubscription: await contract.orderOfSubscription()
    case .aSubscriberRemovedDuringThePassIsNotTold: await contract.removedDuringPass()
    case .aSubscriberAddedDuringThePassIsNotLost: await contract.addedDuringPass()
    case .oneObjectMaySubscribeToTwoSubStates: await contract.twoSubStates()
    case .anUnchangedSelectionIsNotTold: await contract.unchangedSelection()
    case .aValueThatCannotBeComparedIsToldEachTime: await contract.incomparableValue()
    case .aFilterComparesWithTheValueLastOffered: await contract.filter()
    case .pairsChainThoughASubscriberDispatches: await contract.chain()
    case .whenDispatchReturnsEverythingIsDone: contract.synchronousDispatch()
    case .actionsAreReducedInTheOrderOfDispatch: await contract.orderOfDispatch()
    case .dispatchesFromMiddlewaresWaitThreeDeep: await contract.nestedInMiddlewares()
    case .dispatchesFromSubscribersWaitThreeDeep: await contract.nestedInSubscribers()
    case .aMiddlewareSeesTheStateAfterTheAction: await contract.middlewareState()
    case .eachThreadsOrderIsKept: await contract.eightThreads()
    case .retainedStatesNeverChange: await contract.retainedStates()
    }
  }
}
