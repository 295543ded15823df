/// The name of a piece of work.
// @unchecked Sendable:
// 1. The wrapped value is `Sendable`: the initialiser takes nothing else, and it is a constant.
struct WorkID: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ base: any Hashable & Sendable) {
    self.base = AnyHashable(base)
  }
}
