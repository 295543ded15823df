/// A weak reference that survives copying: from a child to its parent, for example.
///
/// ```swift
/// final class Folder: Codable {
///   var children: [Folder] = []
///   @BackReference var parent: Folder?
/// }
/// ```
///
/// In a copy of the graph it refers to the copy of its target. A target that is not part of the
/// copied graph, because nothing but back references leads to it, becomes nil. While a graph is
/// being copied, the back references of the copy are nil: they are set when all objects are there,
/// so an `init(from:)` cannot follow them.
///
/// With other coders it is written as a nil and read back as one, since they know no identity.
///
/// ## Thread safety
/// Confined to the isolation of the object that it is a property of, as any weak property.
@propertyWrapper
public struct BackReference<Target: AnyObject> {
  private var cell: Cell

  /// The place of the reference, which the copier fills when the target's copy is there.
  final class Cell {
    weak var target: Target?

    init(_ target: Target?) {
      self.target = target
    }
  }

  /// The target, or nil when there is none any more.
  public var wrappedValue: Target? {
    get { cell.target }
    set { cell = Cell(newValue) }
  }

  /// Creates a reference to a target, which it does not keep alive.
  ///
  /// - Parameter wrappedValue: The target.
  public init(wrappedValue: Target? = nil) {
    cell = Cell(wrappedValue)
  }
}

extension BackReference: Codable {
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

extension BackReference: GraphContainer {
  static func makePlan() -> TypePlan {
    BackReferencePlan<Target>()
  }

  /// A reference that is set when the whole graph has been copied.
  func copy(in session: GraphSession) -> BackReference {
    let copy = BackReference()
    if let target = cell.target {
      let cell = copy.cell
      session.pending.append(
        PendingReference(target: target) { cell.target = unsafeDowncast($0, to: Target.self) })
    }
    return copy
  }
}
