import Foundation
import ObjectGraph
import ReferenceRedux
import Testing

private struct Label: Codable, CopiedByValue, Equatable {
  var text = ""
}

/// A user's class with a copy hook.
private final class Node: GraphCopyable {
  var label: Label
  var child: Node?
  @BackReference var parent: Node?
  @StrongBackReference var next: Node?

  init(_ text: String) {
    label = Label(text: text)
  }

  init(copying source: Node, with children: borrowing ChildCopier) throws {
    label = source.label
    _parent = try children.copy(source._parent, named: "parent")
    _next = try children.copy(source._next, named: "next")
    child = try children.copy(source.child, named: "child")
  }
}

private final class Tally: Codable {
  var count = 0
}

private struct Add: ReduxAction {
  let identifier = "add"
}

private enum Blocks: ReducerProvider {
  static var reducers: [ReduceBlock<Tally, any ReduxAction>] {
    [{ state, action in if action.identifier == "add" { state.count += 1 } }]
  }
}

/// A user's subclass, which restates the conformance.
private final class TallyStore: ReferenceStore<Tally, any ReduxAction>, @unchecked Sendable {
  static let shared = TallyStore(state: Tally(), reducers: Blocks.reducers)
}

/// What an app writes around ReferenceRedux and ObjectGraph, in the forms that the guide promises.
@Suite struct ClassStoreCallSiteTests {
  @Test func theModuleQualifiesItsTypes() throws {
    var value = ObjectGraph.CopyOnWrite(Tally())
    let before = value
    try value.mutate { $0.count += 1 }
    #expect(value.read { $0.count } == 1)
    #expect(before.read { $0.count } == 0)
  }

  @Test func aClassWithACopyHookIsCopied() throws {
    let root = Node("root")
    root.child = Node("child")
    root.child?.parent = root
    let copy = try Graph.copy(root)
    #expect(copy.child?.parent === copy)
    #expect(copy.label == root.label)
  }

  @Test func aSubclassIsSharedAcrossTasks() async throws {
    let store = TallyStore.shared
    async let first: Void = Task { store.dispatch(Add()) }.value
    async let second: Void = Task { store.dispatch(Add()) }.value
    _ = await (first, second)
    store.flush()
    #expect(store.read { $0.count } == 2)
    #expect(Add().payload == nil)
  }
}
