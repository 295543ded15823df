/// Members of collections of objects: what they find, and the statements that they make.
extension BlockTranslator {
  /// The first object that meets a condition.
  func found(
    in list: Meaning, _ storage: Meaning.Storage, _ condition: String, _ kind: Meaning.Kind
  ) -> Meaning {
    let text = "\(list.text)\(storage.values).first(where: { \(condition) })"
    var found = list.with(kind, text, isOptional: true)
    found.origin = list.place.map { .search(place: $0, storage, condition: condition) }
    return found
  }

  private enum Result { case same, element, mapped, value, index }

  /// The results of members of collections that only read, and the label of a closure.
  private static let members: [String: (result: Result, label: String?)] = [
    "filter": (.same, nil), "sorted": (.same, "by"), "reversed": (.same, nil),
    "prefix": (.same, nil), "suffix": (.same, nil), "dropFirst": (.same, nil),
    "dropLast": (.same, nil), "first": (.element, nil), "last": (.element, "where"),
    "min": (.element, "by"), "max": (.element, "by"), "map": (.mapped, nil),
    "flatMap": (.mapped, nil), "compactMap": (.mapped, nil), "count": (.value, nil),
    "isEmpty": (.value, nil), "contains": (.value, "where"), "allSatisfy": (.value, nil),
    "reduce": (.value, nil), "firstIndex": (.index, "where"), "lastIndex": (.index, "where"),
    "indices": (.index, nil),
  ]

  func collection(
    _ list: Meaning, _ use: ClassUse, _ storage: Meaning.Storage, _ place: Int
  ) throws -> (Meaning, Int) {
    let (name, base, element) = (text(place), list.text, list.with(.object(use), "$0"))
    var stop = place + 1
    if text(stop) == "(" { stop = close(stop) + 1 }
    if text(stop) == "{", stop != head { stop = close(stop) + 1 }
    if statement == stop, let line = try mutation(list, storage, element, place, stop) {
      noteChange(of: list.property, appends: name == "append")
      return (Meaning(text: line), stop)
    }
    if ["lazy", "values"].contains(name) {
      return (list.with(.objects(use, .list), base + storage.values), stop)
    }
    var arguments = try render(place + 1..<stop, on: element, behind: name == "reduce" ? 1 : 0)
    guard let member = Self.members[name] else { throw reason("uses `\(name)` of objects") }
    if arguments.hasPrefix("{") {
      let label = member.label.map { $0 + ": " } ?? ""
      arguments = head != nil ? "(\(label)\(arguments))" : " " + arguments
    }
    let line = "\(base)\(storage.values).\(name)\(arguments)"
    switch (member.result, lastResult?.kind) {
    case (.element, _) where name == "first" && stop > place + 1:
      guard let condition = lastResult?.text, !condition.isEmpty
      else { throw reason("searches in an unknown way") }
      return (found(in: list, storage, condition, element.kind), stop)
    case (.element, _):
      var found = list.with(element.kind, line, isOptional: true)
      found.isCopy = true
      return (found, stop)
    case (.mapped, .object(let other)), (.mapped, .objects(let other, .list)):
      return (list.with(.objects(other, .list), line), stop)
    case (.same, _): return (list.with(.objects(use, .list), line), stop)
    case (.index, _) where storage != .list: throw reason("uses `\(name)` of objects")
    case (.value, _), (.index, _), (.mapped, .value): return (list.with(.value, line), stop)
    case (.mapped, _): throw reason("maps objects")
    }
  }

  /// A statement that changes a collection of objects; nil for what only reads.
  private func mutation(
    _ list: Meaning, _ storage: Meaning.Storage, _ element: Meaning, _ place: Int, _ stop: Int
  ) throws -> String? {
    let (name, base, isSet) = (text(place), list.text, storage == .set)
    switch name {
    case "append", "insert", "remove":
      try touch(list)
      let arguments = parts(place + 2..<stop - 1)
      guard text(place + 3) != ":", let first = arguments.first else { break }
      let object = try expression(first)
      guard !object.isOptional else { throw reason("adds what may be nil") }
      if name == "remove" { return "\(base)[\(try id(of: object))] = nil" }
      guard let use = object.object else { throw reason("adds what is not known") }
      if object.parts != nil, let binding = object.binding { given.insert(binding) }
      var added = object
      if isSet || list.isChained, object.text.contains("\(top).") {
        // While a collection changes, what it gets may not read the slice.
        added = object.named(fresh(use))
        open("do {")
        add("let \(added.text) = \(object.text)")
      }
      if isSet {
        // A set keeps the object that it has.
        let id = try id(of: added)
        open("if \(base)[\(id)] == nil {")
        return "\(base)[\(id)] = \(added.text)"
      }
      let rest = arguments.count > 1 ? ", " + (try render(arguments[1])) : ""
      return "\(base).\(name)(\(added.text)\(rest))"
    case "removeAll" where stop > place + 3 || text(place + 1) == "{":
      try touch(list)
      let arguments = try render(place + 1..<stop, on: element, behind: 0)
      guard let condition = lastResult?.text, !list.isChained
      else { throw reason("removes in an unknown way") }
      if condition.isEmpty, !isSet, !usesSlice(arguments) {
        return "\(base).removeAll" + (arguments.hasPrefix("{") ? " " : "") + arguments
      }
      if condition.isEmpty { throw reason("removes by a closure of several statements") }
      // While a collection changes, a condition may not read the slice.
      guard isSet || condition.contains("\(top).")
      else { return "\(base).removeAll { \(condition) }" }
      let each = isSet ? condition.replacing("$0", with: "$0.value") : condition
      return "\(base) = \(base).filter { !(\(each)) }"
    case "removeAll", "removeLast", "removeFirst", "swapAt", "reverse", "sort": break
    default: return nil
    }
    guard storage == .list || name == "removeAll" else { throw reason("uses `\(name)` of objects") }
    try touch(list)
    return "\(base).\(name)" + (try render(place + 1..<stop, on: element, behind: 0))
  }

  /// The arguments of a call on objects, of which a closure has one as a parameter.
  private func render(
    _ range: Range<Int>, on element: Meaning, behind offset: Int
  ) throws -> String {
    (self.element, lastResult) = ((element, offset), nil)
    defer { self.element = nil }
    return try render(range)
  }
}

extension Meaning.Storage {
  init(_ part: ObjectPlan.Part) {
    if case .list = part.role { self = .list } else { self = part.isSet ? .set : .dictionary }
  }

  var empty: String { self == .list ? "[]" : "[:]" }
  var indices: String { self == .list ? "indices" : "keys" }
  /// The path from a collection to its elements.
  var values: String { self == .list ? "" : ".values" }
}
