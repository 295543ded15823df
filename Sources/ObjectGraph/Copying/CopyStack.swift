#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#else
  internal import Musl
#endif

/// How deep the recursion of a copy may go, and the threads on which it continues.
///
/// The recursion of a copy is that of the types' own coding. How much stack the thread of the caller
/// has left is unknown, so a copy uses a small share of it, and then continues on threads of its own.
struct CopyStack: ~Copyable {
  /// The share of the caller's stack in bytes, a quarter of a secondary thread's on Apple platforms.
  static let share: UInt = 131_072

  /// The number of levels on the thread of the caller; few where they are the only measure, and large.
  static let levelsOfCaller = keepsVariablesElsewhere ? 10 : 100

  /// The size of the stack of each such thread in bytes; a page of it takes memory once it was used.
  static let sizeOfSegment: UInt = 16 * 1024 * 1024

  /// The number of levels on one thread of the copy.
  static let levelsOfSegment = 1_000

  /// As `share`, where isolated coding keeps a copy on the caller's thread: half of a main thread's on iOS.
  static let isolatedShare: UInt = 524_288

  /// As `levelsOfCaller`, where isolated coding keeps a copy on the caller's thread.
  static let isolatedLevels = 128

  /// The rest of a segment's stack for the app's own coding, in bytes.
  static let reserve: UInt = 1_048_576

  /// The depth at which a copy fails, since a graph without an end would need memory without an end.
  var deepestLevel = 250_000

  /// The number of the values that are being decoded as other types.
  fileprivate(set) var conversionCount = 0

  /// The number of values of which each encodes itself as the next one alone.
  static let longestChain = 20_000

  /// The lowest address of the stack that is used, and the number of levels.
  typealias Limits = (floor: UInt, levels: Int)

  private(set) var limits: Limits = (0, levelsOfCaller)
  /// Whether the copy has failed because the graph is too deep, so that nothing deeper is copied.
  private(set) var isExceeded = false
  /// Whether the coding is isolated, so that the copy stays on the caller's thread.
  private(set) var isIsolated = false

  /// Starts on the current thread.
  mutating func begin() {
    limits = (Self.floor(Self.share), Self.levelsOfCaller)
    isExceeded = false
    isIsolated = false
  }

  /// Refuses every deeper level from now on.
  mutating func exceed() {
    isExceeded = true
    limits.levels = -1
  }

  /// Continues on the thread of the caller, where isolated coding belongs.
  mutating func stayOnCaller() {
    isIsolated = true
    let further = min(limits.floor, Self.isolatedShare - Self.share)
    limits = (limits.floor - further, Self.isolatedLevels)
  }

  /// Starts on a thread of the copy.
  mutating func beginSegment(at level: Int) {
    limits = (Self.floor(Self.sizeOfSegment - Self.reserve), level + Self.levelsOfSegment)
  }

  /// Returns to the thread before.
  mutating func leave(to limits: Limits) {
    self.limits = (limits.floor, isExceeded ? -1 : limits.levels)
  }

  /// Runs `body` on a new thread, and waits for its end; returns whether the system created one.
  static func runOnThread(_ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      var body = body
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      unsafe pthread_attr_init(attributes)
      unsafe pthread_attr_setstacksize(attributes, Int(sizeOfSegment))
      defer {
        unsafe pthread_attr_destroy(attributes)
        unsafe attributes.deallocate()
      }
      return unsafe withUnsafeMutablePointer(to: &body) { body in
        #if canImport(Darwin)
          unsafe pthread_attr_set_qos_class_np(attributes, qos_class_self(), 0)
          var thread: pthread_t?
          unsafe pthread_create(&thread, attributes, { runBody($0) }, body)
          guard let thread = unsafe thread else { return false }
        #else
          var thread = pthread_t()
          let error = unsafe pthread_create(
            &thread, attributes, { unsafe $0.flatMap(runBody) }, body)
          guard error == 0 else { return false }
        #endif
        pthread_join(thread, nil)
        return true
      }
    }
  }

  /// The address `share` bytes further down the stack, or 0, which no position is below, where the
  /// levels alone are a measure.
  private static func floor(_ share: UInt) -> UInt {
    keepsVariablesElsewhere ? 0 : position() &- share
  }

  /// Whether the address sanitizer keeps variables on a heap, where their addresses measure no stack.
  private static let keepsVariablesElsewhere: Bool = {
    #if os(Linux)
      unsafe dlsym(nil, "__asan_init") != nil
    #else
      false
    #endif
  }()

  @inline(__always)
  static func position() -> UInt {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}

extension GraphSession {
  /// The number of values around the current one, those that are decoded as other types twice.
  private var level: Int {
    @inline(__always) get { unsafe path.pointee.count + stack.pointee.conversionCount }
  }

  /// Whether the recursion has used its share of the current stack.
  var stackIsShort: Bool {
    @inline(__always) get {
      unsafe CopyStack.position() < stack.pointee.limits.floor
        || level > stack.pointee.limits.levels
    }
  }

  /// Runs `body` on the current stack, or on a new one if the recursion has used its share of that.
  @inline(__always)
  func withStack<Output>(_ body: () throws -> Output) throws -> Output {
    if stackIsShort { return try continueDeeper(body) }
    return try body()
  }

  /// Runs `body` on a thread of this copy, whose stack is empty.
  @inline(never)
  func continueDeeper<Output>(_ body: () throws -> Output) throws -> Output {
    var output: Output?
    try runDeeper { output = try body() }
    guard let output else { preconditionFailure("A deeper level ended without a result.") }
    return output
  }

  // Not generic: its code would be in an app once for each of 20 types.
  @inline(never)
  private func runDeeper(_ body: () throws -> Void) throws {
    let level = level
    if unsafe stack.pointee.isExceeded, let failure { throw failure }
    guard unsafe level < stack.pointee.deepestLevel else {
      unsafe stack.pointee.exceed()
      throw noted(tooDeep(unsafe "The graph is deeper than \(stack.pointee.deepestLevel) levels."))
    }
    guard unsafe !stack.pointee.isIsolated else {
      unsafe stack.pointee.exceed()
      throw noted(
        tooDeep(
          "The coding of \(rootType) is isolated to an actor, so its copy uses the stack of the caller "
            + "alone: the graph is deeper than \(CopyStack.isolatedLevels) levels, or needs more than "
            + "\(CopyStack.isolatedShare / 1_024) KB."))
    }
    let limits = unsafe stack.pointee.limits
    let isFirst = limits.levels == CopyStack.levelsOfCaller
    var result: Result<Void, any Error>?
    let hasRun = CopyStack.runOnThread {
      if isFirst, !isEncodableHere(rootType) { return }
      unsafe stack.pointee.beginSegment(at: level)
      result = Result(catching: body)
    }
    guard hasRun else {
      throw noted(tooDeep("The system creates no thread to copy what is below level \(level)."))
    }
    guard let result else {
      unsafe stack.pointee.stayOnCaller()
      return try body()
    }
    unsafe stack.pointee.leave(to: limits)
    try result.get()
  }

  /// Runs the decoding of a value as a type other than the encoded one, which has no place in the path.
  func convert<Output>(_ body: () throws -> Output) throws -> Output {
    unsafe stack.pointee.conversionCount += 1
    defer { unsafe stack.pointee.conversionCount -= 1 }
    return try withStack(body)
  }

  private func tooDeep(_ description: String) -> EncodingError {
    unsafe invalid(description, description, at: path.pointee.codingPath(upTo: 100))
  }
}

/// Runs the closure at an address, on a thread of a copy.
private func runBody(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe address.assumingMemoryBound(to: (() -> Void).self).pointee()
  return nil
}

/// Whether the calling thread may encode a type: elsewhere than on its actor, it may not if the conformance
/// is isolated.
///
/// A cast decides that. The cast of an empty array needs no value of the type.
private func isEncodableHere(_ type: any Encodable.Type) -> Bool {
  func emptyArray<Element>(of type: Element.Type) -> Any { [Element]() }
  return emptyArray(of: type) is any Encodable
}
