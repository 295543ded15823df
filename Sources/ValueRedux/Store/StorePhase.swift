/// What a store is doing, which decides what a call from inside may do.
@usableFromInline
enum StorePhase {
  /// Nothing: a dispatch starts at once.
  case idle
  /// A reducer holds the state: any use of the store is a mistake.
  case reducing
  /// The state is published and somebody is being told: a dispatch waits.
  case telling
}
