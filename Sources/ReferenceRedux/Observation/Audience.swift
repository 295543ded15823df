/// Who is told of a change, in the order in which they came.
struct Audience {
  typealias Hook = @MainActor () -> Void

  struct Observer {
    let id: Int
    let tell: @MainActor (StoreChange) -> Void
  }

  private(set) var hooks: [(id: Int, run: Hook)] = []
  /// Called at the end of a turn, after everybody else; never removed.
  private(set) var endHooks: [@MainActor (StoreChange) -> Void] = []
  private(set) var observers: [Observer] = []
  private var lastID = 0

  /// Whether nobody needs a turn of the main actor.
  var isEmpty: Bool { hooks.isEmpty && observers.isEmpty }

  mutating func addHook(_ hook: @escaping Hook) -> Int {
    lastID += 1
    hooks.append((lastID, hook))
    return lastID
  }

  mutating func addEndHook(_ hook: @escaping @MainActor (StoreChange) -> Void) {
    endHooks.append(hook)
  }

  /// Returns what was removed, so that it is released outside of the lock.
  mutating func removeHook(_ id: Int) -> Hook? {
    guard let index = hooks.firstIndex(where: { $0.id == id }) else { return nil }
    return hooks.remove(at: index).run
  }

  mutating func add(_ tell: @escaping @MainActor (StoreChange) -> Void) -> Int {
    lastID += 1
    observers.append(Observer(id: lastID, tell: tell))
    return lastID
  }

  /// Returns what was removed, so that it is released outside of the lock.
  mutating func remove(_ id: Int) -> Observer? {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return nil }
    return observers.remove(at: index)
  }

  func contains(_ id: Int) -> Bool {
    observers.contains { $0.id == id }
  }
}
