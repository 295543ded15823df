import Foundation

/// How many of its cases a test tries.
///
/// Few by default, so that `swift test` does not take long. With `LANDBRIDGE_SOAK=1` in the environment all
/// of them, in any build, though meant for a release build, which is ten times faster: CI runs that. The
/// fewest under a sanitizer, whatever the environment says.
package enum TestVolume {
  /// Whether this process runs under the thread or the address sanitizer.
  package static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in
    dlsym(dlopen(nil, RTLD_NOW), name) != nil
  }

  /// Whether the tests run in full.
  package static let isSoak =
    ProcessInfo.processInfo.environment["LANDBRIDGE_SOAK"] == "1" && !isSanitized

  /// The number of random scripts, actions or rounds of a test: the usual one, that of a run in full, or that
  /// under a sanitizer, by default the usual one.
  package static func count(_ usual: Int, soak: Int, sanitized: Int? = nil) -> Int {
    isSanitized ? sanitized ?? usual : isSoak ? soak : usual
  }

  /// Every case in a run in full, and else one in so many, from the first on.
  package static func cases<Case>(of all: [Case], oneIn usual: Int, sanitized: Int) -> [Case] {
    stride(from: 0, to: all.count, by: count(usual, soak: 1, sanitized: sanitized)).map { all[$0] }
  }
}
