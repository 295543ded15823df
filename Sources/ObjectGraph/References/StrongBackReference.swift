/// A reference that owns its target and may close a cycle: the strong form of ``BackReference``.
///
/// ```swift
/// final class Station: Codable {
///   @StrongBackReference var next: Station?  // the last one leads to the first
/// }
/// ```
///
/// Unlike a back reference, it carries its target into the copy: what only such references lead to
/// is copied too. While a graph is being copied, the strong back references of the copy are nil: they
/// are set when the objects around them are there, so an `init(from:)` cannot follow them. As with
/// any cycle of strong references, somebody has to break it before the objects can go.
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

  /// A reference that is set when everything around it has been copied.
  ///
  /// The target cannot be copied at once: it may lead back to an object that is under way.
  func copy(in session: GraphSession) -> StrongBackReference {
    let copy = StrongBackReference()
    if let target = cell.target {
      let cell = copy.cell
      session.copyLater { session in
        cell.target = try withUnsafePointer(to: target) {
          try session.plan(for: Target.self).copy($0, session)
        }
      }
    }
    return copy
  }
}
