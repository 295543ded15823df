/// A value that counts how often its storage is copied, in every build.
///
/// A change to storage that is held once happens in place; otherwise the storage is copied first, as
/// the collections of the standard library do.
struct Payload: Sendable, Equatable {
  // @unchecked Sendable:
  // 1. `value` and `copies` are changed in `Payload.value`'s setter alone, after the storage was
  //    found to be held by this one value.
  private final class Storage: @unchecked Sendable {
    var value: Int
    var copies: Int
    init(value: Int, copies: Int) {
      self.value = value
      self.copies = copies
    }
  }

  private var storage = Storage(value: 0, copies: 0)

  /// How often the storage was copied on its way to here.
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
