/// What is reached from an object, from objects, and by functions of the module.
extension BlockTranslator {
  private func plan(of meaning: Meaning) -> SlicePlan {
    meaning.isOfOtherSlice ? reading?.plan ?? plan : plan
  }

  /// The slice, or the one that it reads, by a property of the state.
  func slice(at name: String) throws -> Meaning? {
    let other = reading.flatMap { $0.plan.rootField.name == name ? $0 : nil }
    let found = other?.plan ?? plan
    guard found.rootField.name == name else {
      let isStored = plan.graph.module.storedFields(of: plan.graph.root).contains {
        $0.name == name
      }
      let reason = "uses `\(name)`, which is neither in the slice nor read by it"
      return isStored ? Meaning(kind: .foreign, text: reason) : nil
    }
    var value = Meaning(kind: .object(found.top.use), text: other?.name ?? top)
    value.isOfOtherSlice = other != nil
    return found.path.isEmpty ? try member(name, of: value) : value
  }

  /// The value of a stored property; nil when an object has none of that name.
  func member(_ name: String, of meaning: Meaning) throws -> Meaning? {
    guard let use = meaning.object, let object = plan(of: meaning).plan(of: use),
      let part = object.parts.first(where: { $0.field.name == name })
    else { return nil }
    guard plan(of: meaning).hierarchies[use] == nil else {
      throw reason("uses `\(name)` of a class with subclasses")
    }
    if let value = meaning.parts?[part.name] { return meaning.with(.value, value) }
    let text = "\(meaning.operand).\(escaped(part.name))"
    var result = meaning
    result.owners[plan.graph.top(of: use)] = meaning
    switch part.role {
    case .plain:
      result.isObserved = part.field.isObserved
      return result.with(.value, text)
    case .object(let child, let isOptional):
      return result.with(.object(child), text, isOptional: isOptional)
    case .list(let child): result = result.with(.objects(child, .list), text)
    case .dictionary(_, let child):
      result = result.with(.objects(child, part.isSet ? .set : .dictionary), text)
    case .alias(let alias):
      let isOptional = if case .optional = alias.shape { true } else { part.isOptional }
      return result.with(.reference(alias), text, isOptional: isOptional)
    case .backReference(let need):
      guard let owner = meaning.owners[need.use] else { throw reason("leads to an owner") }
      return owner
    case .presence: throw reason("uses `\(name)`")
    case .omitted: throw reason("uses `\(name)`, which is left out")
    }
    result.isOptional = result.isOptional || part.isOptional
    result.place = text.contains("(") ? nil : text
    return result
  }

  /// What stands behind a dot.
  mutating func step(
    _ meaning: Meaning, _ place: Int, _ end: Int, _ isStatement: Bool
  ) throws -> (Meaning, Int) {
    let name = text(place).bare
    switch meaning.kind {
    case .foreign: throw reason(meaning.text)
    case .value: return (meaning, place)
    case .objects(let use, let storage):
      let element = meaning.with(.object(use), "$0")
      return try collection(meaning, storage, element, place, end, isStatement)
    case .reference(let alias):
      guard meaning.isReferenced || [.one, .optional].contains(alias.shape) else {
        var element = meaning.with(.reference(alias), "$0")
        (element.isOptional, element.isReferenced) = (false, true)
        return try collection(meaning, .list, element, place, end, isStatement)
      }
      guard name == alias.id?.name else { throw reason("uses `\(name)` of a reference") }
      let id = meaning.isChained ? meaning.text.replacing("?", with: "") : meaning.text
      return (meaning.with(.value, id), place + 1)
    case .state, .object:
      if let found = try implicit(name, of: meaning, place, end, isStatement) { return found }
      throw reason("uses `\(name)`")
    }
  }

  /// A member of an object or of the state; nil when it has none of that name.
  mutating func implicit(
    _ name: String, of meaning: Meaning, _ place: Int, _ end: Int, _ isStatement: Bool
  ) throws -> (Meaning, Int)? {
    if text(place + 1) != "(" {
      let found = meaning.object == nil ? try slice(at: name) : try member(name, of: meaning)
      if let found { return (found, place + 1) }
    }
    return try call(name, on: meaning, at: place, end, isStatement)
  }

  /// The object that a reference leads to, among those of the slice that owns it.
  func target(of meaning: Meaning) throws -> Meaning {
    guard case .reference(let alias) = meaning.kind, let id = alias.id?.name,
      let link = plan.graph.owners[plan.graph.top(of: alias.target)]?.first
    else { return meaning }
    let isOfTop = link.holder == plan.top.use && !plan.path.isEmpty
    let top = Meaning(kind: .object(plan.top.use), text: top)
    let list =
      isOfTop
      ? try member(link.field.name, of: top)
      : link.holder.identifier == plan.graph.root.identifier ? try slice(at: link.field.name) : nil
    guard let list, case .objects(_, .list) = list.kind, let place = list.place else {
      throw reason("follows a reference")
    }
    let condition = "$0.\(escaped(id)) == \(meaning.text)"
    var found = list.with(.object(alias.target), "\(place).first(where: { \(condition) })")
    (found.isOptional, found.search) = (true, (place, .list, condition))
    return found
  }

  /// Makes the statement that follows one on the object that is found.
  mutating func hoist(_ meaning: Meaning, at place: Int) throws -> Meaning {
    try touch(meaning)
    guard let use = meaning.object else { throw reason("is no object") }
    let name = fresh(use, behind: place)
    var local = meaning.with(.object(use), name)
    (local.isOptional, local.isChained) = (false, false)
    if let search = meaning.search {
      let (index, element) = index(search, name)
      local.text = element
      open("if let \(name) = \(index) {")
    } else {
      let key = key(place)
      open("if var \(name) = \(meaning.text) {")
      (local.home, local.binding) = (meaning.home, key)
      copies[key] = (name, local)
      places.insert(key)
    }
    return local
  }

  mutating func subscripted(_ meaning: Meaning, _ open: Int) throws -> (Meaning, Int) {
    let close = try close(open)
    let index = try render(open + 1..<close)
    guard case .objects(let use, let storage) = meaning.kind, storage != .set else {
      throw reason("is a subscript")
    }
    let element = "\(meaning.text)[\(index)]"
    return (meaning.with(.object(use), element, isOptional: storage == .dictionary), close + 1)
  }

  // MARK: Collections

  private static let same: Set = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast",
  ]
  private static let values: Set = [
    "count", "isEmpty", "contains", "allSatisfy", "reduce",
  ]
  private static let labels = [
    "contains": "where", "firstIndex": "where", "lastIndex": "where", "last": "where",
    "sorted": "by", "min": "by", "max": "by",
  ]
  private static let indices: Set = ["firstIndex", "lastIndex", "indices"]

  private mutating func collection(
    _ list: Meaning, _ storage: Meaning.Storage, _ element: Meaning, _ place: Int, _ end: Int,
    _ isStatement: Bool
  ) throws -> (Meaning, Int) {
    let (name, base) = (text(place), list.text)
    var stop = place + 1
    if stop < end, text(stop) == "(" { stop = try close(stop) + 1 }
    if stop < end, text(stop) == "{" { stop = try close(stop) + 1 }
    let hasArguments = stop > place + 1
    if isStatement, stop == end, let line = try mutation(list, storage, element, place, stop) {
      return (Meaning(text: line), stop)
    }
    let elements = storage == .list ? base : base + ".values"
    if name == "contains", text(place + 1) == "(", text(place + 3) != ":",
      let (object, next) = try chain(place + 2, stop - 1), next == stop - 1, !object.isValue
    {
      let id = try id(of: object)
      if element.isReferenced { return (list.with(.value, "\(base).contains(\(id))"), stop) }
      let known = try self.id(of: element)
      let line =
        storage == .set ? "\(base)[\(id)] != nil" : "\(base).contains(where: { \(known) == \(id) })"
      return (list.with(.value, line), stop)
    }
    var arguments = try render(place + 1..<stop, on: element, behind: name == "reduce" ? 1 : 0)
    if arguments.hasPrefix("{") {
      let label = Self.labels[name].map { $0 + ": " } ?? ""
      arguments = isCondition ? "(\(label)\(arguments))" : " " + arguments
    }
    let (line, result) = ("\(elements).\(name)\(arguments)", lastResult)
    let same = list.with(element.object.map { .objects($0, .list) } ?? list.kind, line)
    switch name {
    case "first" where hasArguments:
      guard let condition = result?.text else { throw reason("searches in an unknown way") }
      var found = list.with(
        element.kind, "\(elements).first(where: { \(condition) })", isOptional: true)
      found.search = list.place.map { ($0, storage, condition) }
      return (found, stop)
    case "first", "last", "min", "max":
      return (list.with(element.kind, line, isOptional: true), stop)
    case "map", "flatMap", "compactMap":
      guard let result else { throw reason("maps in an unknown way") }
      switch result.kind {
      case .value: return (list.with(.value, line), stop)
      case .object(let use), .objects(let use, .list):
        return (list.with(.objects(use, .list), line), stop)
      default: throw reason("maps objects")
      }
    case "lazy", "values":
      let kind = element.object.map { Meaning.Kind.objects($0, .list) } ?? list.kind
      return (list.with(kind, elements), stop)
    case _ where Self.same.contains(name): return (same, stop)
    case _ where Self.values.contains(name): return (list.with(.value, line), stop)
    case _ where storage == .list && Self.indices.contains(name):
      return (list.with(.value, line), stop)
    default: throw reason("uses `\(name)` of objects")
    }
  }

  /// A statement that changes a collection of objects; nil for what only reads.
  private mutating func mutation(
    _ list: Meaning, _ storage: Meaning.Storage, _ element: Meaning, _ place: Int, _ stop: Int
  ) throws -> String? {
    let (name, base) = (text(place), list.text)
    let isSet = storage == .set
    switch name {
    case "append", "insert", "remove":
      try touch(list)
      let arguments = parts(place + 2..<stop - 1)
      guard text(place + 3) != ":", let first = arguments.first else {
        guard name == "remove", storage == .list else { throw reason("uses `\(name)` of objects") }
        return "\(base).remove\(try render(place + 1..<stop))"
      }
      let object = try expression(first)
      guard !object.isOptional, !object.isValue else { throw reason("adds what may be nil") }
      let hasID = isSet || element.isReferenced || name == "remove"
      var (id, value) = (hasID ? try id(of: object) : "", object.text)
      if element.isReferenced { return "\(base).\(name)(\(id))" }
      if name == "remove" { return "\(base)[\(id)] = nil" }
      if object.parts != nil, isSet || list.isChained, let use = object.object,
        value.contains("\(top).")
      {
        // While a collection changes, what it gets may not read the slice.
        open("do {")
        add("let \(fresh(use)) = \(value)")
        value = fresh(use)
        id = hasID ? try self.id(of: object.with(object.kind, value)) : ""
      }
      // A set keeps the object that it has.
      if isSet { open("if \(base)[\(id)] == nil {") }
      let rest = arguments.count > 1 ? ", " + (try render(arguments[1])) : ""
      return isSet ? "\(base)[\(id)] = \(value)" : "\(base).\(name)(\(value)\(rest))"
    case "removeAll" where stop > place + 3 || text(place + 1) == "{":
      try touch(list)
      _ = try render(place + 1..<stop, on: element, behind: 0)
      guard let condition = lastResult?.text, !list.isChained else {
        throw reason("removes in an unknown way")
      }
      // While a collection changes, a condition may not read the slice.
      if isSet || condition.contains("\(top).") {
        let condition = isSet ? condition.replacing("$0", with: "$0.value") : condition
        return "\(base) = \(base).filter { !(\(condition)) }"
      }
      return "\(base).removeAll { \(condition) }"
    case "removeAll": break
    case "removeLast", "removeFirst", "swapAt", "reverse", "sort":
      guard storage == .list else { return nil }
    default: return nil
    }
    try touch(list)
    return "\(base).\(name)" + (try render(place + 1..<stop, on: element, behind: 0))
  }

  /// The arguments of a call on objects, of which a closure has one as a parameter.
  private mutating func render(
    _ range: Range<Int>, on element: Meaning, behind offset: Int
  ) throws -> String {
    (self.element, lastResult) = ((element, offset), nil)
    defer { self.element = nil }
    return try render(range)
  }
}
