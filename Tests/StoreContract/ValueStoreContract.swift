package import ValueRedux

/// One behavior that a value-style store owes its users.
///
/// A suite checks all of them, except those that a facade declares as exceptions:
///
/// ```swift
/// @Test(arguments: ValueStoreClaim.allCases)
/// func holds(_ claim: ValueStoreClaim) async throws {
///   await claim.check(MyStore.self)
/// }
/// ```
package enum ValueStoreClaim: CaseIterable, Sendable {
  case everyChangeIsDeliveredWhileSubscribed
  case aReleasedSubscriberIsNeitherKeptNorNotified
  case theStoreIsFreedWithAllItHolds
  case subscribersAreNotifiedInTheOrderOfSubscription
  case aSubscriberRemovedDuringThePassIsNotNotified
  case aSubscriberAddedDuringThePassIsNotLost
  case oneObjectMaySubscribeToTwoSubStates
  case aChangedSelectionIsDeliveredOnceAlsoIfItIsNil
  case aValueThatIsNotEquatableIsDeliveredEachTime
  case aFilterComparesWithTheValueLastTested
  case whenDispatchReturnsEverythingIsDone
  case dispatchesFromMiddlewaresWaitThreeDeep
  case dispatchesFromSubscribersWaitThreeDeep
  case aMiddlewareSeesTheStateAfterTheAction
  case eachThreadsOrderIsKept
  case retainedStatesNeverChange

  /// Checks the claim.
  ///
  /// - Parameter type: The type of the store.
  @MainActor
  package func check<Store: ValueStoreUnderTest>(_ type: Store.Type) async {
    let contract = ValueStoreContract<Store>()
    switch self {
    case .everyChangeIsDeliveredWhileSubscribed: await contract.changesWhileSubscribed()
    case .aReleasedSubscriberIsNeitherKeptNorNotified: await contract.droppedSubscriber()
    case .theStoreIsFreedWithAllItHolds: await contract.freedStore()
    case .subscribersAreNotifiedInTheOrderOfSubscription: await contract.orderOfSubscription()
    case .aSubscriberRemovedDuringThePassIsNotNotified: await contract.removedDuringPass()
    case .aSubscriberAddedDuringThePassIsNotLost: await contract.addedDuringPass()
    case .oneObjectMaySubscribeToTwoSubStates: await contract.twoSubStates()
    case .aChangedSelectionIsDeliveredOnceAlsoIfItIsNil: await contract.changedSelection()
    case .aValueThatIsNotEquatableIsDeliveredEachTime: await contract.incomparableValue()
    case .aFilterComparesWithTheValueLastTested: await contract.filter()
    case .whenDispatchReturnsEverythingIsDone: contract.synchronousDispatch()
    case .dispatchesFromMiddlewaresWaitThreeDeep: await contract.nestedInMiddlewares()
    case .dispatchesFromSubscribersWaitThreeDeep: await contract.nestedInSubscribers()
    case .aMiddlewareSeesTheStateAfterTheAction: await contract.middlewareState()
    case .eachThreadsOrderIsKept: await contract.eightThreads()
    case .retainedStatesNeverChange: await contract.retainedStates()
    }
  }
}

/// A value-style store that ``ValueStoreClaim`` can check.
@MainActor
package protocol ValueStoreUnderTest: AnyObject, Sendable {
  /// A middleware: receives the state, the action, and a function that dispatches.
  typealias Effect =
    @MainActor (
      ValueStoreModel, ValueStoreModelAction, @MainActor (ValueStoreModelAction) -> Void
    ) -> Void

  /// Creates a store that runs ``ValueStoreModel/reduce(_:_:)`` and then the effects in order.
  static func make(state: ValueStoreModel, effects: [Effect]) -> Self

  var state: ValueStoreModel { get }

  func dispatch(_ action: ValueStoreModelAction)

  /// Dispatches from any thread without waiting.
  nonisolated func enqueue(_ action: ValueStoreModelAction)

  /// Subscribes a closure; the returned closure ends the subscription.
  func observe<Value>(
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void

  /// Subscribes an object that is held weakly.
  func observe<Object: AnyObject, Value>(
    for object: Object,
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  )

  /// Ends all subscriptions of an object.
  func endObservation(for object: AnyObject)

  /// How many subscriptions have not ended.
  var observerCount: Int { get }

  /// Returns when everything that was dispatched is reduced and delivered.
  func settle() async
}

/// The checks behind the claims, for one type of store.
@MainActor
struct ValueStoreContract<Store: ValueStoreUnderTest> {
  func make(number: Int? = nil, items: [Int] = [], effects: [Store.Effect] = []) -> Store {
    Store.make(state: ValueStoreModel(number: number, items: items), effects: effects)
  }

  /// Dispatches one action and awaits its deliveries.
  func send(_ action: ValueStoreModelAction, to store: Store) async {
    store.dispatch(action)
    await store.settle()
  }
}
