import Foundation

/// How many of its cases a test tries: all in a release build, fewer in a debug build, which is ten times
/// slower, and the fewest under a sanitizer, which is ten times slower again.
package enum TestVolume {
  package static let isRelease: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()

  /// Whether this process runs under the thread or the address sanitizer.
  package static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in
    dlsym(dlopen(nil, RTLD_NOW), name) != nil
  }

  /// The number of random scripts of a test: the environment's `LANDBRIDGE_FUZZ_SCRIPTS`, or as many as
  /// the build affords.
  package static func scripts(release: Int, debug: Int, sanitized: Int) -> Int {
    let given = ProcessInfo.processInfo.environment["LANDBRIDGE_FUZZ_SCRIPTS"].flatMap(Int.init)
    return given ?? (isSanitized ? sanitized : isRelease ? release : debug)
  }

  /// Every case in a release build, and one in so many, from the first on, in the others.
  package static func cases<Case>(of all: [Case], debug: Int, sanitized: Int) -> [Case] {
    let step = isSanitized ? sanitized : isRelease ? 1 : debug
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }
}
