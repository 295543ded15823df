internal import Foundation

/// A coder that records nothing: what its round trip takes is what Codable costs a plain coder that
/// keeps numbers, texts, dates, addresses and lists of texts whole, as `ObjectGraph` does.
///
/// It encodes a value into nothing and decodes one of the same shape from a script: the keys and
/// counts of each container, learned in a first encoding that is not measured. In place of what is
/// kept whole, a constant is handed out.
@MainActor
final class FloorCoder<Root: Codable> {
  private let root: Root
  private let script = FloorScript()

  init(_ root: Root) throws {
    self.root = root
    try root.encode(to: FloorEncoder(script: script))
    script.isLearning = false
  }

  /// Encodes the root, and decodes another one of its shape.
  func roundTrip() throws -> Root {
    script.next = 0
    try root.encode(to: FloorEncoder(script: script))
    return try Root(from: FloorDecoder(script: script))
  }
}

/// What the containers of a value held, in the order in which they were opened.
final class FloorScript {
  /// One container.
  struct Opening {
    var names: [String] = []
    var count = 0
  }

  private struct Leaf {
    let id: ObjectIdentifier
    let constant: UnsafeMutableRawPointer
    let destroy: () -> Void
  }

  private(set) var openings: [Opening] = []
  private var leaves: [Leaf] = []
  var isLearning = true
  var next = 0

  init() {
    add("text")
    add(7)
    add(true)
    add(0.5)
    add(Date(timeIntervalSince1970: 1_7e8))
    add(["one", "two"])
    add(URL(filePath: "/"))
  }

  deinit {
    for leaf in leaves { leaf.destroy() }
  }

  private func add<Value>(_ value: Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    leaves.append(
      Leaf(id: ObjectIdentifier(Value.self), constant: UnsafeMutableRawPointer(place)) {
        place.deinitialize(count: 1)
        place.deallocate()
      })
  }

  /// The constant for values of a type that has no containers.
  @inline(__always)
  func constant<Value>(_ type: Value.Type) -> UnsafePointer<Value>? {
    let id = ObjectIdentifier(type)
    for leaf in leaves where leaf.id == id {
      return UnsafePointer(leaf.constant.assumingMemoryBound(to: Value.self))
    }
    return nil
  }

  /// Opens the next container, and returns its place.
  func open() -> Int {
    if isLearning { openings.append(Opening()) }
    next += 1
    return next - 1
  }

  /// Notes what goes into a container, in the first encoding only.
  @inline(__always)
  func note(_ key: @autoclosure () -> String?, at place: Int) {
    guard isLearning else { return }
    openings[place].count += 1
    if let name = key() { openings[place].names.append(name) }
  }
}
