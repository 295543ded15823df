/// A back reference of the copy that is waiting for its target.
struct PendingReference {
  let target: AnyObject
  let assign: (AnyObject) -> Void

  /// Points the reference to the copy of its target, if there is one.
  func resolve(in identities: IdentityMap) {
    if let copy = identities.copy(of: target) { assign(copy) }
  }
}
