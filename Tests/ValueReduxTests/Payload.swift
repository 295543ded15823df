/// A value that counts how often its storage is copied, in every build.
///
/// Uniquely referenced storage changes in place; otherwise it is copied first, as in the
/// collections of the standard library.
struct Payload: Sendable, Equatable {
  // @unchecked Sendable:
  // 1. `value` and `copies` change in `Payload.value`'s setter alone, when the storage is uniquely
  //    referenced.
  private final class Storage: @unchecked Sendable {
    var value: Int
    var copies: Int
    init(value: Int, copies: Int) {
      self.value = value
      self.copies = copies
    }
  }

  private var storage = Storage(value: 0, copies: 0)

  var copies: Int { storage.copies }

  var value: Int {
    get { storage.value }
    set {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(value: storage.value, copies: storage.copies + 1)
      }
      storage.value = newValue
    }
  }

  static func == (lhs: Payload, rhs: Payload) -> Bool { lhs.value == rhs.value }
}
