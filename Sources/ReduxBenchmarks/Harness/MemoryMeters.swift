internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Weighs the heap of this process, with the memory of all its threads.
///
/// Glibc reports the number of bytes in use, but not the number of calls of `malloc`. The report
/// therefore states the bytes that a result holds, and counts no allocations. Other platforms have no
/// documented figure of the same meaning, and the result there is nil.
package enum HeapMeter {
  /// The bytes in use, or nil where the platform does not report them.
  ///
  /// A sanitizer replaces the heap, and Glibc's figures then miss it.
  package static func bytesInUse() -> Int? {
    #if canImport(Glibc)
      typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      guard unsafe dlsym(nil, "__sanitizer_get_heap_size") == nil,
        let symbol = unsafe dlsym(nil, "malloc_info")
      else { return nil }
      let mallocInfo = unsafe unsafeBitCast(symbol, to: MallocInfo.self)
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let stream = unsafe open_memstream(&text, &length) else { return nil }
      let status = unsafe mallocInfo(0, stream)
      unsafe fclose(stream)
      defer { unsafe free(text) }
      guard status == 0, let text = unsafe text else { return nil }
      return unsafe bytesInUse(in: String(cString: text))
    #else
      return nil
    #endif
  }

  /// Reads the totals at the end of a `malloc_info` document: the memory from the system, less what
  /// is free, plus what was mapped separately.
  static func bytesInUse(in document: String) -> Int? {
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

  /// The bytes that the result of one call holds, the least of three attempts, or nil where the
  /// platform does not report them.
  ///
  /// Several results are weighed together, because the heap rounds sizes up and caches small blocks.
  ///
  /// - Throws: An error of the call.
  static func bytesHeld(byResultOf call: () throws -> Any, calls: Int) rethrows -> Int? {
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

  /// Returns free heap memory to the system, where that is possible.
  static func trim() {
    #if canImport(Glibc)
      typealias MallocTrim = @convention(c) (Int) -> Int32
      guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
      _ = unsafe unsafeBitCast(symbol, to: MallocTrim.self)(0)
    #endif
  }
}

/// Measures how far the resident memory of this process rises during some work.
///
/// Linux can reset the recorded peak of a process. Other platforms cannot, and the result there is nil.
package enum PeakMemory {
  /// The bytes by which the peak during `body` exceeds the resident size before it.
  ///
  /// Free heap memory is returned to the system first, so that it cannot absorb what the body allocates.
  /// The result of the body is kept until the figure is taken.
  ///
  /// - Throws: An error of the body.
  package static func rise<Result>(during body: () throws -> Result) rethrows -> Int? {
    HeapMeter.trim()
    guard resetPeak(), let before = resident("VmRSS:") else { return nil }
    let result = try body()
    let after = resident("VmHWM:")
    blackHole(result)
    return after.map { max(0, $0 - before) }
  }

  private static func resetPeak() -> Bool {
    guard let control = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    defer { try? control.close() }
    return (try? control.write(contentsOf: Data("5".utf8))) != nil
  }

  private static func resident(_ field: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    return kilobytes(of: field, in: status).map { $0 * 1_024 }
  }

  /// The number in a field of a process status, whose name includes the colon.
  static func kilobytes(of field: String, in status: String) -> Int? {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }) else {
      return nil
    }
    return Int(line.dropFirst(field.count).filter(\.isNumber))
  }
}
