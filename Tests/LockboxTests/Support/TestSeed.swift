import StoreContract

/// The seed of the random tests, printed by the run and by each failure.
let testSeed = SeededGenerator("LockboxTests").seed
