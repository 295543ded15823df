/// A buffer that grows, in memory that the buffer owns.
///
/// Use a buffer instead of an array if code writes or reads an element for each action or each value. Code that is
/// generic over the element, and not specialized, appends to an array several times more slowly, and an array checks
/// for a second owner at each write. Elements may move when the buffer grows.
///
/// ```swift
/// var actions = GrowingBuffer<Action>(minimumCapacity: 16)
/// actions.append(action)
/// for index in 0..<actions.count { reduce(actions.elements + index) }
/// ```
///
/// `@safe`, except for the members marked `@unsafe`: it owns its memory, and counts the initialized elements.
@safe @frozen @usableFromInline
package struct GrowingBuffer<Element: ~Copyable>: ~Copyable {
  /// The memory of the elements, valid until the buffer grows or shrinks.
  ///
  /// The first ``count`` elements are initialized.
  @inlinable @inline(__always)
  package var elements: UnsafeMutablePointer<Element> { unsafe storage }

  /// The number of elements.
  @inlinable @inline(__always)
  package var count: Int { initialized }

  /// The number of elements that fit before the buffer grows.
  @inlinable @inline(__always)
  package var capacity: Int { allocated }

  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var initialized = 0
  @usableFromInline var allocated: Int

  /// Creates an empty buffer.
  @inlinable
  package init(minimumCapacity: Int) {
    allocated = minimumCapacity
    unsafe storage = .allocate(capacity: allocated)
  }

  @inlinable
  deinit {
    unsafe storage.deinitialize(count: initialized)
    unsafe storage.deallocate()
  }

  /// The element at `index`.
  ///
  /// Only a debug build checks the index.
  @unsafe @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    _read {
      assert(index >= 0 && index < initialized)
      yield unsafe storage[index]
    }
    _modify {
      assert(index >= 0 && index < initialized)
      yield unsafe &storage[index]
    }
  }

  /// Adds `element` at the end.
  @inlinable @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if isFull { grow() }
    unsafe appendWithoutGrowing(element)
  }

  /// Adds `element` at the end of a buffer that is not full.
  ///
  /// This method does not contain the call that grows the buffer, so the compiler can move an object instead of
  /// retaining the object.
  @unsafe @inlinable @inline(__always)
  package mutating func appendWithoutGrowing(_ element: consuming Element) {
    assert(!isFull)
    unsafe (storage + initialized).initialize(to: element)
    initialized += 1
  }

  /// Whether the next element makes the buffer grow.
  @inlinable @inline(__always)
  package var isFull: Bool { initialized == allocated }

  /// Removes and returns the last element, or returns nil when the buffer is empty.
  @inlinable @inline(__always)
  package mutating func popLast() -> Element? {
    guard initialized > 0 else { return nil }
    initialized -= 1
    return unsafe (storage + initialized).move()
  }

  /// Removes all but the first `count` elements.
  @unsafe @inlinable @inline(__always)
  package mutating func truncate(to count: Int) {
    assert(count >= 0 && count <= initialized)
    unsafe (storage + count).deinitialize(count: initialized - count)
    initialized = count
  }

  /// Empties the buffer without deinitializing elements; the caller has already moved all elements out.
  @unsafe @inlinable @inline(__always)
  package mutating func forgetAll() {
    initialized = 0
  }

  /// Removes all elements; if the capacity is above `limit`, shrinks the buffer to `capacity`.
  @inlinable @inline(__always)
  package mutating func removeAll(shrinkingTo capacity: Int, above limit: Int) {
    unsafe truncate(to: 0)
    if allocated > limit { self = GrowingBuffer(minimumCapacity: capacity) }
  }

  /// Doubles the capacity.
  @inlinable @inline(never)
  package mutating func grow() {
    let capacity = max(allocated * 2, 1)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: storage, count: initialized)
    unsafe storage.deallocate()
    unsafe storage = larger
    allocated = capacity
  }
}

/// A value at an address that stays the same, in memory that the box owns.
///
/// Use a box for a variable of a class that code accesses for each action or each value. Access through the pointer
/// skips the run-time exclusivity check of a stored property, so the class must ensure that no two accesses overlap.
///
/// `@safe`: the box owns its memory, and only an unsafe pointer gives access to the memory.
@safe @frozen @usableFromInline
package struct PinnedBox<Value: ~Copyable>: ~Copyable {
  /// The address of the value, valid while the box is alive.
  @usableFromInline
  package let pointer: UnsafeMutablePointer<Value>

  /// Creates a box whose value the caller initializes through ``pointer`` before any other use.
  @unsafe @inlinable
  package init(unsafeUninitialized: Void) {
    unsafe pointer = .allocate(capacity: 1)
  }

  /// Creates a box that holds `value`.
  @inlinable
  package init(_ value: consuming Value) {
    unsafe self.init(unsafeUninitialized: ())
    unsafe pointer.initialize(to: value)
  }

  @inlinable
  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}
