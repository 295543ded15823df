/// A command line that cannot be carried out.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  package let description: String

  /// Makes an error.
  ///
  /// - Parameter description: what is wrong.
  package init(_ description: String) {
    self.description = description
  }
}
