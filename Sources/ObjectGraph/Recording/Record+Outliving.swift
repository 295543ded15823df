extension Record {
  /// Keeps the path that leads here now.
  func fixPath() {
    if fixedPath == nil { fixedPath = codingPath }
  }

  /// Takes over what `other` holds, and leaves it empty.
  func takeContents(of other: Record) {
    swap(&tape.pointee.storage, &other.tape.pointee.storage)
    use(other.layout)
    tape.pointee.kind = other.tape.pointee.kind
    tape.pointee.keyType = other.tape.pointee.keyType
    misuse = other.misuse
  }

  /// Makes this record usable after its copy: it holds copies only.
  func outlive(_ session: GraphSession) {
    guard !hasOutlived else { return }
    fixPath()
    tape.pointee.isSealed = true
    hasOutlived = true
    for index in 0..<tape.pointee.storage.count {
      let slot = tape.pointee.storage.slots[index]
      guard slot.typeID != nil, !slot.isCopy else { continue }
      if !slot.isReady {
        try? slot.plan.takeUnretainedValue().copyInPlace(slot.value, session)
      }
      tape.pointee.storage.markCopied(index)
    }
  }

  /// Declares every value here a copy.
  func markAllCopied() {
    for index in 0..<tape.pointee.storage.count { tape.pointee.storage.markCopied(index) }
  }
}
