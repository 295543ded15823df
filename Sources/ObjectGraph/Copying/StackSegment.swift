internal import Foundation

/// A thread with a stack of known size, on which a copy continues while its caller waits.
///
/// `@unchecked Sendable`: `work` is written by the client before it signals `hasWork`, and read and
/// cleared by the thread before it signals `isIdle`, for which the client waits. So the two threads never
/// use it, or the memory of a session, at the same time.
final class StackSegment: @unchecked Sendable {
  /// The size of the stack in bytes; a page of it takes memory once it was used.
  static let size: UInt = 16 * 1024 * 1024

  private let hasWork = DispatchSemaphore(value: 0)
  private let isIdle = DispatchSemaphore(value: 0)
  private var work: (() -> Void)?

  /// Starts the thread, or returns nil if the system cannot create one.
  init?() {
    let thread = Thread { self.serve() }
    thread.name = "ObjectGraph"
    thread.stackSize = Int(Self.size)
    #if canImport(Darwin)
      thread.qualityOfService = Thread.current.qualityOfService
    #endif
    thread.start()
    if isIdle.wait(timeout: .now() + 10) == .success { return }
    // A thread that starts after all ends immediately.
    end()
    return nil
  }

  /// Runs `body` on the thread, and waits for its end.
  func run(_ body: () throws -> Void) throws {
    var result: Result<Void, any Error>?
    withoutActuallyEscaping(body) { body in
      work = { result = Result(catching: body) }
      hasWork.signal()
      isIdle.wait()
    }
    guard let result else { preconditionFailure("The thread of a copy ended before its work.") }
    return try result.get()
  }

  /// Ends the thread, which runs no work at this time.
  func end() { hasWork.signal() }

  private func serve() {
    repeat {
      isIdle.signal()
      hasWork.wait()
    } while runWork()
  }

  /// Runs the work, and releases it before the client goes on; returns whether there was some.
  @inline(never)
  private func runWork() -> Bool {
    guard let work else { return false }
    self.work = nil
    work()
    return true
  }
}

/// How deep the recursion of a copy may go, and the threads on which it continues.
///
/// The recursion of a copy is that of the types' own coding. How much stack the thread of the caller
/// has left is unknown, so a copy uses a small share of it, and then continues on threads of its own.
struct CopyStack: ~Copyable {
  /// The share of the caller's stack in bytes, a quarter of a secondary thread's on Apple platforms.
  static let share: UInt = 131_072

  /// The number of levels on the thread of the caller; few where they are the only measure, and large.
  static let levelsOfCaller = keepsVariablesElsewhere ? 10 : 100

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

  /// The number of values of which each encodes itself as the next one alone.
  static let longestChain = 20_000

  /// The lowest address of the stack that is used, and the number of levels.
  typealias Limits = (floor: UInt, levels: Int)

  private(set) var limits: Limits = (0, levelsOfCaller)
  /// Whether the copy has failed because the graph is too deep, so that nothing deeper is copied.
  private(set) var isExceeded = false
  /// Whether the coding is isolated, so that the copy stays on the caller's thread.
  private(set) var isIsolated = false
  private var segments: [StackSegment] = []
  private var entered = 0

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

  /// The next thread, and the limits to return to at its end; nil if the system cannot create one.
  mutating func enter() -> (segment: StackSegment, limits: Limits)? {
    if entered == segments.count {
      guard let new = StackSegment() else { return nil }
      segments.append(new)
    }
    entered += 1
    return (segments[entered - 1], limits)
  }

  /// Starts on the thread of a segment.
  mutating func beginSegment(at level: Int) {
    limits = (Self.floor(StackSegment.size - Self.reserve), level + Self.levelsOfSegment)
  }

  /// Returns to the thread before the last segment.
  mutating func leave(to limits: Limits) {
    entered -= 1
    self.limits = (limits.floor, isExceeded ? -1 : limits.levels)
  }

  /// Ends the threads.
  mutating func end() {
    for segment in segments { segment.end() }
    segments = []
  }

  /// Forgets the thread, for coding after the copy.
  mutating func forget() {
    limits = (0, Self.levelsOfCaller)
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
  /// Whether the recursion has used its share of the current stack.
  var stackIsShort: Bool {
    @inline(__always) get {
      unsafe CopyStack.position() < stack.pointee.limits.floor
        || path.pointee.count > stack.pointee.limits.levels
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
    let level = unsafe path.pointee.count + conversionCount
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
    guard let (segment, limits) = unsafe stack.pointee.enter() else {
      throw noted(tooDeep("The system creates no thread to copy what is below level \(level)."))
    }
    let isFirst = limits.levels == CopyStack.levelsOfCaller
    var isIsolated = false
    if isFirst { try segment.run { isIsolated = !isEncodableHere(rootType) } }
    if isIsolated {
      unsafe stack.pointee.leave(to: limits)
      unsafe stack.pointee.stayOnCaller()
      return try body()
    }
    defer { unsafe stack.pointee.leave(to: limits) }
    try segment.run {
      unsafe stack.pointee.beginSegment(at: level)
      try body()
    }
  }

  /// Runs the decoding of a value, `object` if it is one, as a type other than the encoded one,
  /// which no plan protects.
  func convert<Output>(
    _ object: AnyObject?, to type: any Any.Type, _ body: () throws -> Output
  ) throws -> Output {
    var output: Output?
    try runConversion(object, to: type) { output = try body() }
    guard let output else { preconditionFailure("A conversion ended without a result.") }
    return output
  }

  @inline(never)
  private func runConversion(
    _ object: AnyObject?, to type: any Any.Type, _ body: () throws -> Void
  ) throws {
    let mark = object.map { ConversionMark(object: ObjectIdentifier($0), type: .init(type)) }
    if let mark, let object { try begin(mark, object) }
    conversionCount += 1
    defer {
      conversionCount -= 1
      if let mark { conversions[mark]?.count -= 1 }
    }
    if unsafe stackIsShort || path.pointee.count + conversionCount > stack.pointee.limits.levels {
      return try runDeeper(body)
    }
    try body()
  }

  /// Notes a conversion that begins.
  ///
  /// A type that catches an error may read the same object as the same type again, further in. So it is
  /// reached from itself only after many rounds; the error is that of the first.
  private func begin(_ mark: ConversionMark, _ object: AnyObject) throws {
    var rounds = conversions[mark] ?? (0, nil)
    if rounds.count == 1 { rounds.error = cycleError(at: object) }
    if rounds.count == 100, let error = rounds.error { throw noted(error) }
    rounds.count += 1
    conversions[mark] = rounds
  }

  private func tooDeep(_ description: String) -> EncodingError {
    unsafe .invalidValue(
      description,
      EncodingError.Context(
        codingPath: path.pointee.codingPath(upTo: 100),
        debugDescription: description))
  }
}

/// Whether the calling thread may encode a type: elsewhere than on its actor, it may not if the conformance
/// is isolated.
///
/// A cast decides that. The cast of an empty array needs no value of the type.
private func isEncodableHere(_ type: any Encodable.Type) -> Bool {
  func emptyArray<Element>(of type: Element.Type) -> Any { [Element]() }
  return emptyArray(of: type) is any Encodable
}

/// An object that is being decoded as another type.
struct ConversionMark: Hashable {
  let object: ObjectIdentifier
  let type: ObjectIdentifier
}
