/// Copies the children of an object that makes its copies by hand.
///
/// ## Thread safety
/// Confined to the initializer that it is handed to, which the compiler checks.
public struct ChildCopier: ~Copyable {
  private unowned(unsafe) let session: GraphSession

  @inline(__always)
  init(_ session: GraphSession) {
    self.session = session
  }

  /// The copy of `child`, the same one wherever the graph refers to it.
  ///
  /// - Parameters:
  ///   - child: An object or a value of the original.
  ///   - name: What the path of an error calls it.
  /// - Returns: The copy.
  /// - Throws: An `EncodingError` when `child` is being copied further up, and the errors of the
  ///   types' own coding.
  public func copy<Child: Codable>(_ child: Child, named name: StaticString) throws -> Child {
    let path = session.path
    let place = path.pointee.pushName(name)
    defer { path.pointee.truncate(to: place) }
    return try withUnsafePointer(to: child) { try session.plan(for: Child.self).copy($0, session) }
  }
}
