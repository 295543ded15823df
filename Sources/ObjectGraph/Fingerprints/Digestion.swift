internal import Foundation

/// How the values of one type are digested, found once per type and session.
struct Digestion {
  /// The digest of the name of the type.
  let name: GraphFingerprint
  /// The name without the module.
  let shortName: String
  /// Whether the values are back references.
  let isReference: Bool
  /// Digests the values; nil if they have contents.
  let leaf: (any DigestedLeaf.Type)?
  private var knownIsEnum: Bool?

  init(_ type: any Any.Type) {
    name = DigestBuilder.digest(of: Self.stableName(of: type))
    shortName = String(describing: type)
    isReference = type is any GraphReference.Type
    leaf = type as? any DigestedLeaf.Type
  }

  /// What is in `box`, or is made there.
  @inline(__always)
  static func made(
    in box: UnsafeMutablePointer<Digestion?>, for type: any Any.Type
  ) -> UnsafeMutablePointer<Digestion> {
    if unsafe box.pointee == nil { unsafe make(in: box, for: type) }
    return unsafe UnsafeMutableRawPointer(box).assumingMemoryBound(to: Digestion.self)
  }

  @inline(never)
  private static func make(in box: UnsafeMutablePointer<Digestion?>, for type: any Any.Type) {
    unsafe box.pointee = Digestion(type)
  }

  /// Whether the type of a value is an enum.
  mutating func isEnum(_ value: @autoclosure () -> Any) -> Bool {
    if let knownIsEnum { return knownIsEnum }
    let isEnum = Mirror(reflecting: value()).displayStyle == .enum
    knownIsEnum = isEnum
    return isEnum
  }

  /// The full name of a type, without the addresses that stand in the names of private types.
  static func stableName(of type: any Any.Type) -> String {
    // The module has another name where Foundation is not part of the system.
    let name = String(reflecting: type)
      .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation.")
    guard name.contains("(unknown context at") else { return name }
    return name.split(separator: "(unknown context at $", omittingEmptySubsequences: false)
      .enumerated().map { index, part in
        index == 0 ? part : part.drop { $0 != ")" }.dropFirst()
      }.joined()
  }
}

/// How the instances of a class are digested that is not the declared type of a value.
final class DigestionOfClass {
  private let box: PinnedBox<Digestion>

  var digestion: UnsafeMutablePointer<Digestion> { unsafe box.pointer }

  init(_ type: AnyClass) {
    box = PinnedBox(Digestion(type))
  }
}

/// The encoded fields that a fingerprint leaves out, and what remains of the types found so far.
struct ExcusedFields {
  let fields: Set<String>

  /// The slots that remain, and of how many.
  private struct Known {
    let count: Int
    let slots: [Layout.NamedSlot]
  }

  private struct Place: Hashable {
    let layout: ObjectIdentifier
    /// The address of the digestion, which is only compared.
    let digestion: UInt
  }

  private var known: [Place: Known] = [:]

  init(_ fields: Set<String>) {
    self.fields = fields
  }

  /// The slots in the order of their keys, without those that are left out.
  mutating func slots(
    of layout: Layout, _ digestion: UnsafeMutablePointer<Digestion>?
  ) -> [Layout.NamedSlot] {
    let all = layout.slotsByName()
    // Only the layout of a type lives as long as the session.
    guard unsafe layout.table.pointee.use == .ofType else {
      return unsafe remaining(all, of: layout, digestion)
    }
    let place = Place(
      layout: ObjectIdentifier(layout), digestion: UInt(bitPattern: digestion))
    if let known = known[place], known.count == all.count { return known.slots }
    let slots = unsafe remaining(all, of: layout, digestion)
    known[place] = Known(count: all.count, slots: slots)
    return slots
  }

  private func remaining(
    _ slots: [Layout.NamedSlot], of layout: Layout, _ digestion: UnsafeMutablePointer<Digestion>?
  ) -> [Layout.NamedSlot] {
    slots.filter { slot in
      let key = unsafe layout.table.pointee.entries[slot.position].key
      if fields.contains(key) { return false }
      return unsafe digestion.map { fields.contains(unsafe "\($0.pointee.shortName).\(key)") }
        != true
    }
  }
}
