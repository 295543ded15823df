extension Graph {
  /// Copies a graph, and compares the copy with the original by reflection, for tests and debug
  /// builds.
  ///
  /// ```swift
  /// @Test func theStateSurvivesCopying() throws {
  ///   try Graph.verifyCopy(of: AppState.sample, ignoring: ["Library.searchIndex"])
  /// }
  /// ```
  ///
  /// Finds what a copy cannot know to be missing: a property that `encode(to:)` forgets, a subclass
  /// without coding of its own, an object that was shared and is not any more. A property is found
  /// only where its value in `root` is another than the one that decoding leaves there, so fill the
  /// sample. Types with a custom mirror show what they choose to. An `unowned` reference whose target
  /// is gone ends the process, as reading it anywhere does.
  ///
  /// - Parameters:
  ///   - root: The graph, which is read and not changed.
  ///   - excused: Properties that need not survive, such as lazy and cached ones: `Type.property`, or
  ///     `property` for that of any type.
  /// - Throws: An ``IncompleteCopyError`` that lists the lost properties, and what
  ///   ``copy(_:userInfo:)`` throws.
  /// - Complexity: O(*n*) in the number of stored values of the graph, at the speed of reflection.
  public static func verifyCopy<Root: Codable>(
    of root: Root, ignoring excused: Set<String> = []
  ) throws {
    let copy = try copy(root)
    var verifier = CopyVerifier(excused: excused)
    let losses = verifier.losses(from: root, to: copy)
    if !losses.isEmpty { throw IncompleteCopyError(losses: losses) }
  }
}
