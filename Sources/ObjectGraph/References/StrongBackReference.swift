/// A reference that owns its target and may close a cycle: the strong form of ``BackReference``.
///
/// ```swift
/// final class Station: Codable {
///   @StrongBackReference var next: Station?  // the last one leads to the first
/// }
/// ```
///
/// Unlike a back reference, it carries its target into the copy: what only such references lead to
/// is copied too. While a graph is being copied, a reference that closes a cycle is nil in the copy:
/// it is set when all objects are there, so an `init(from:)` cannot follow it. As with any cycle of
/// strong references, somebody has to break it before the objects can go.
///
/// With other coders it is written as a nil and read back as one, since they know no identity.
///
/// ## Thread safety
/// Confined to the isolation of the object that it is a property of, as any property.
@propertyWrapper
public struct StrongBackReference<Target: AnyObject & Codable> {
  private var cell: Cell

  /// The place of the reference, which the copier fills when the target's copy is there.
  private final class Cell {
    var target: Target?

    init(_ target: Target?) {
      self.target = target
    }
  }

  /// The target.
  public var wrappedValue: Target? {
    get { cell.target }
    set { cell = Cell(newValue) }
  }

  /// Creates a reference to a target, which it keeps alive.
  ///
  /// - Parameter wrappedValue: The target.
  public init(wrappedValue: Target? = nil) {
    cell = Cell(wrappedValue)
  }
}

extension StrongBackReference: Codable {
  /// Writes a nil: other coders know no identity, and a copy does not pass here.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  /// Reads a reference to nothing.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: Nothing.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: nil)
  }
}

extension StrongBackReference: GraphContainer {
  static func makePlan() -> TypePlan {
    StrongBackReferencePlan<Target>()
  }

  /// A reference to the copy of the target, which is set later where the target is under way.
  func copy(in session: GraphSession) throws -> StrongBackReference {
    let copy = StrongBackReference()
    guard let target = cell.target else { return copy }
    let cell = copy.cell
    if session.identities.pointee.isInProgress(target) {
      session.pending.append(
        PendingReference(target: target) { cell.target = unsafeDowncast($0, to: Target.self) })
    } else {
      cell.target = try withUnsafePointer(to: target) {
        try session.plan(for: Target.self).copy($0, session)
      }
    }
    return copy
  }
}
