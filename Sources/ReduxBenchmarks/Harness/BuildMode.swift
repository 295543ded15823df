/// How the code under measurement was compiled.
///
/// A figure from a debug build says nothing about the program that ships, so measuring one is refused.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public enum BuildMode: String, Sendable, Codable {
  /// Compiled without optimisation.
  case debug
  /// Compiled with optimisation.
  case release

  /// The mode in which this module was compiled.
  public static var current: BuildMode {
    var assertionsRun = false
    assert(
      {
        assertionsRun = true
        return true
      }())
    return assertionsRun ? .debug : .release
  }
}
