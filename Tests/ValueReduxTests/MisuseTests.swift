import Testing
import ValueRedux

@Suite struct MisuseTests {
  enum Use: Int, Codable, Sendable, CaseIterable {
    case dispatch, read, subscribe, unsubscribe, addMiddleware, afterEachAction
  }

  /// The way of a reducer to its own store.
  @MainActor final class Box {
    var store: ValueStore<Int, Use>?
    static let shared = Box()
  }

  @Test(arguments: Use.allCases)
  func aReducerThatUsesItsStoreIsAFatalError(_ use: Use) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [use] in
      await MainActor.run {
        let store = ValueStore<Int, Use>(initialState: 0) { state, action in
          state += 1
          MainActor.assumeIsolated {
            switch action {
            case .dispatch: Box.shared.store?.dispatch(.dispatch)
            case .read: _ = Box.shared.store?.state
            case .subscribe: _ = Box.shared.store?.subscribe(\.self) { _ in }
            case .unsubscribe: Box.shared.store?.unsubscribe(Box.shared)
            case .addMiddleware: Box.shared.store?.addMiddleware(Middleware { _, _ in })
            case .afterEachAction: _ = Box.shared.store?.afterEachAction { _, _ in }
            }
          }
        }
        Box.shared.store = store
        store.dispatch(use)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("A reducer used its own ValueStore"))
  }
}
