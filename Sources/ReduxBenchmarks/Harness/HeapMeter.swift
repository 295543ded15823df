internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Weighs what is on the heap.
///
/// Glibc tells how many bytes are in use, not how many calls of `malloc` there were, so an operation is
/// given the bytes that its result holds, and allocations are not counted. Other platforms tell
/// neither in a documented way that works the same, and get nil.
///
/// ## Thread safety
/// Safe from any thread, but other threads' memory is weighed too.
package enum HeapMeter {
  /// The bytes in use on the heap of this process, or nil where nobody says.
  ///
  /// A sanitizer brings a heap of its own, of which Glibc knows nothing.
  package static func bytesInUse() -> Int? {
    #if canImport(Glibc)
      typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      guard dlsym(nil, "__sanitizer_get_heap_size") == nil,
        let symbol = dlsym(nil, "malloc_info")
      else { return nil }
      let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let stream = open_memstream(&text, &length) else { return nil }
      let status = mallocInfo(0, stream)
      fclose(stream)
      defer { free(text) }
      guard status == 0, let text else { return nil }
      return bytesInUse(in: String(cString: text))
    #else
      return nil
    #endif
  }

  /// Reads the totals at the end of a `malloc_info` document: what the system gave, less what is free,
  /// plus what was mapped apart.
  ///
  /// - Parameter document: the document.
  /// - Returns: the bytes in use, or nil for another kind of document.
  package static func bytesInUse(in document: String) -> Int? {
    guard let lastHeap = document.range(of: "</heap>", options: .backwards) else { return nil }
    let totals = document[lastHeap.upperBound...].split(separator: "\n")
    func size(_ tag: String) -> Int? {
      guard let line = totals.first(where: { $0.hasPrefix(tag) }),
        let value = line.range(of: "size=\"")
      else { return nil }
      return Int(line[value.upperBound...].prefix { $0 != "\"" })
    }
    guard let system = size("<system type=\"current\"") else { return nil }
    let free = ["fast", "rest"].map { size("<total type=\"\($0)\"") ?? 0 }.reduce(0, +)
    return system - free + (size("<total type=\"mmap\"") ?? 0)
  }

  /// The bytes that a call's result keeps in use, the least of three attempts, or nil where nobody says.
  ///
  /// Several results are weighed together, because the heap rounds and keeps small blocks at hand.
  ///
  /// - Parameters:
  ///   - call: makes the result.
  ///   - calls: how many results to weigh together, at least 1.
  /// - Returns: the bytes per result.
  /// - Throws: what the call throws.
  package static func bytesHeld(byResultOf call: () throws -> Any, calls: Int) rethrows -> Int? {
    var least: Int?
    for _ in 0..<3 {
      var results: [Any] = []
      results.reserveCapacity(calls)
      guard let before = bytesInUse() else { return nil }
      for _ in 0..<calls { results.append(try call()) }
      guard let after = bytesInUse() else { return nil }
      blackHole(results)
      least = min(least ?? .max, max(0, after - before) / calls)
    }
    return least
  }

  /// Hands memory that is free on the heap back to the system, where that can be asked for.
  package static func trim() {
    #if canImport(Glibc)
      typealias MallocTrim = @convention(c) (Int) -> Int32
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: MallocTrim.self)(0)
    #endif
  }
}
