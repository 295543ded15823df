internal import ValueReflection

/// The path to the current value of a copy, kept so cheaply that keys are made for an error only.
///
/// Each tape on the stack knows its current slot. Arrays and dictionaries, which are copied without
/// a record, keep their position here.
struct PathStack: ~Copyable {
  /// One level of the path.
  struct Step {
    /// Where the value of one level is.
    ///
    /// `@safe`: the path is cut before a tape or a dictionary on it ends.
    @safe enum Place {
      case record(UnsafeMutablePointer<Tape>)
      case row
      case dictionary(Dictionary)
      /// A child, as a copy hook calls it.
      case name(StaticString)
    }

    /// A dictionary, and the plan that knows its keys.
    ///
    /// `@safe`: as the place that it is part of.
    @safe struct Dictionary {
      unowned(unsafe) let plan: any Plan
      let address: UnsafeRawPointer
    }

    let place: Place
    var index = -1
  }

  private var steps = GrowingBuffer<Step>(minimumCapacity: 64)

  /// The path to the first step, unless it begins at the root.
  var prefix: GraphPath?

  var count: Int {
    @inline(__always) get { steps.count }
  }

  @inline(__always)
  mutating func push(_ tape: UnsafeMutablePointer<Tape>) {
    unsafe steps.append(Step(place: .record(tape)))
    unsafe tape.pointee.depth = count
  }

  /// Whether `tape` is on the path.
  func holds(_ tape: UnsafeMutablePointer<Tape>) -> Bool {
    let depth = unsafe tape.pointee.depth
    guard depth > 0, depth <= count, case .record(unsafe tape) = unsafe steps[depth - 1].place
    else {
      return false
    }
    return true
  }

  /// Enters a container or a child, and returns its place.
  mutating func enter(_ place: Step.Place) -> Int {
    steps.append(Step(place: place))
    return count - 1
  }

  /// Moves the container at `place`, the last step, to `index`.
  @inline(__always)
  mutating func setIndex(_ index: Int, at place: Int) {
    unsafe steps[place].index = index
  }

  /// Leaves the steps that follow the first `count` ones.
  @inline(__always)
  mutating func truncate(to count: Int) {
    unsafe steps.truncate(to: count)
  }

  /// The path to the current value, or its first `limit` steps after the prefix.
  func codingPath(upTo limit: Int = .max) -> [any CodingKey] {
    (prefix?.keys ?? []) + ownPath(upTo: limit)
  }

  /// The path to a value of which the copy goes on later.
  func path(upTo limit: Int) -> GraphPath {
    ownPath(upTo: limit).reduce(prefix ?? .root) { $0.appending($1) }
  }

  /// The path without the prefix.
  private func ownPath(upTo limit: Int) -> [any CodingKey] {
    (0..<max(0, min(limit, count))).compactMap { unsafe Self.key(of: steps[$0]) }
  }

  private static func key(of step: Step) -> (any CodingKey)? {
    switch step.place {
    case .record(let tape): return unsafe tape.pointee.currentKey
    case .name(let name): return PathKey(stringValue: name.description)
    case .row: return step.index < 0 ? nil : PathKey(index: step.index)
    case .dictionary(let dictionary):
      return unsafe step.index < 0
        ? nil : dictionary.plan.key(at: step.index, of: dictionary.address)
    }
  }
}

/// A path that shares its beginning with other paths, so that a long row of them takes linear memory.
final class GraphPath {
  private let parent: GraphPath?
  private let key: (any CodingKey)?
  private let shown: String?
  /// Whether the path leads to a ``Redactable`` value or into one, of which no text shows anything.
  let isRedacted: Bool

  private init(
    _ parent: GraphPath?, _ key: (any CodingKey)?, showing shown: String? = nil,
    isRedacted: Bool = false
  ) {
    self.parent = parent
    self.key = key
    self.shown = shown
    self.isRedacted = isRedacted
  }

  static var root: GraphPath { GraphPath(nil, nil) }

  func appending(_ key: any CodingKey, showing shown: String? = nil) -> GraphPath {
    GraphPath(self, key, showing: shown, isRedacted: isRedacted)
  }

  func appending(_ name: String) -> GraphPath { appending(PathKey(stringValue: name)) }

  /// The path to a key of the dictionary at this path, of which texts show what they show of a value there.
  func appending(_ name: String, of key: Any) -> GraphPath {
    appending(PathKey(stringValue: name), showing: safeText(of: key, at: text) { _ in name })
  }

  /// The path to these values: it is redacted if one of them is.
  func leading(to values: Any?...) -> GraphPath {
    guard !isRedacted, values.contains(where: { $0 is any Redactable }) else { return self }
    return GraphPath(self, nil, isRedacted: true)
  }

  /// The steps, separated by periods, without those into what must not be shown.
  ///
  /// Below a secret name, as of a password, a mask replaces each key: one may be made from data.
  var text: String {
    var isSecret = false
    return steps { step in
      step.parent?.isRedacted == true ? nil : step.key.map { ($0, step.shown) }
    }.map { key, shown in
      if isSecret, key.intValue == nil { return SecretNames.mask }
      isSecret = isSecret || SecretNames.usual.extent(of: key.stringValue) == .everything
      return shown ?? key.intValue.map(String.init) ?? key.stringValue
    }.joined(separator: ".")
  }

  /// All steps.
  var keys: [any CodingKey] { steps(\.key) }

  private func steps<Step>(_ step: (GraphPath) -> Step?) -> [Step] {
    var steps: [Step] = []
    var path = self
    while let parent = path.parent {
      if let step = step(path) { steps.append(step) }
      path = parent
    }
    return steps.reversed()
  }
}

/// A step of a coding path: a key or a position.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates a step to the element at `index`, with the text that the standard decoders use.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = PathKey(stringValue: "super")
}
