/// Chains of names, such as `state.list.first?.name`: what is reached from an object, and from objects.
extension BlockTranslator {
  /// Follows a chain as far as it leads to objects: what it stands for, and the place behind it; nil where no
  /// object is named.
  ///
  /// `statement` is the end of the statement that it makes; nil where it is part of one.
  func chain(_ start: Int, until statement: Int? = nil) throws -> (Meaning, Int)? {
    let outer = self.statement
    self.statement = statement
    defer { self.statement = outer }
    guard var (meaning, place) = try primary(start) else { return nil }
    while !meaning.isValue {
      let isNext = place < source.tokens.count && !source.hasSpace(before: place)
      switch text(place) {
      case "?" where text(place + 1) == "?":
        guard case .objects(_, let storage) = meaning.kind,
          ["[]", "[:"].contains(text(place + 2) + text(place + 3))
        else { return (meaning, place) }
        let list = meaning.place.map { $0.replacing("?", with: "!") + "!" }
        meaning = meaning.named("(\(meaning.text) ?? \(storage.empty))")
        meaning.place = list
        place = close(place + 2) + 1
      case "?" where isNext, "!" where isNext:
        if case .reference(let alias) = meaning.kind, text(place + 1) == ".",
          end(ofID: alias, at: place + 2) == nil
        {
          meaning = try target(of: meaning, alias)
        }
        if statement != nil, meaning.origin != nil {
          meaning = try hoist(meaning, at: place)
        } else if meaning.isOptional {
          meaning.text = meaning.operand + text(place)
          meaning.place = meaning.place.map { $0 + text(place) }
          meaning.isChained = text(place) == "?"
          meaning.isOptional = false
        }
        place += 1
      case "." where text(place + 1) == "forEach": return (meaning, place)
      case ".": (meaning, place) = try step(meaning, place + 1)
      case "[" where isNext:
        guard case .objects(let use, let storage) = meaning.kind, storage != .set
        else { throw reason("is a subscript") }
        // The elements of a collection that the block made are copies here.
        if meaning.place == nil { meaning.isCopy = true }
        let element = "\(meaning.text)[\(try render(place + 1..<close(place)))]"
        // A key that does not change finds the same object again.
        let isPlace = meaning.place != nil && close(place) == place + 2 && !meaning.isChained
        meaning = meaning.with(.object(use), element, isOptional: storage == .dictionary)
        if isPlace, storage == .dictionary { meaning.origin = .key }
        place = close(place) + 1
      default: return (meaning, place)
      }
    }
    // A member that changes a value, such as `names.removeLast()`, wherever it is called.
    var member = place
    while text(member) == ".", text(member + 2) == "." { member += 2 }
    if text(member) == ".", text(member + 2) == "(", BlockUse.mutating.contains(text(member + 1)) {
      try touch(meaning)
    }
    return (meaning, place)
  }

  /// Whether nothing behind a place could take a part of the code in front of it.
  func isLast(_ place: Int) -> Bool {
    [",", ")", "]", "}", ":", ";", "else", ""].contains(text(place))
      || source.tokens[place].beginsLine
  }

  private func primary(_ start: Int) throws -> (Meaning, Int)? {
    let token = source.tokens[start]
    if token.text == "(" {
      guard let (found, next) = try chain(start + 1), next == close(start), !found.isValue
      else { return nil }
      return (found, next + 1)
    }
    let isLabel = text(start + 1) == ":" && ["(", ","].contains(text(start - 1))
    guard token.isWord, text(start - 1) != ".", !isLabel else { return nil }
    let name = token.text.bare
    if closures.contains(name), text(start + 1) == "(" {
      let arguments = try parts(start + 2..<close(start + 1)).map { range in
        let value = try expression(range)
        if case .foreign = value.kind { throw reason(value.text) }
        return value.text
      }
      let end = close(start + 1) + 1
      return (Meaning(text: "\(name)(\(arguments.joined(separator: ", ")))"), end)
    }
    if var found = names[name] {
      if case .foreign = found.kind { throw reason(found.text) }
      try checkPlace(of: found, named: name)
      if found.isValue {
        if found.text.hasPrefix("."), !isLast(start + 1) { throw reason("passes a case on") }
        found.text = found.operand
      }
      return (found, start + 1)
    }
    if let this {
      try checkPlace(of: this, named: "self")
      if name == "self" { return (this, start + 1) }
      if let found = try implicit(name, of: this, start) { return found }
    }
    if Self.effects.contains(name) { throw reason("has the effect `\(name)`") }
    try checkIsSame(start, of: source)
    if text(start + 1) == ".", text(start + 3) == "(", name == "Self" || name == owner {
      return try call(text(start + 2), on: nil, at: start + 2)
    }
    guard text(start + 1) == "(" else { return nil }
    if name == "Dictionary", let found = try dictionary(start) { return found }
    let type = plan.graph.uses.first { plan.graph.declaration(of: $0)?.shortName == name }
    if let type { return (try newObject(type, start), close(start + 1) + 1) }
    return try call(name, on: nil, at: start)
  }

  /// Refuses ids and dates that each side would make for itself.
  func checkIsSame(_ place: Int, of source: SourceTokens) throws {
    guard let made = plan.graph.module.unrepeatable(place, in: source) else { return }
    throw reason("makes a `\(made)`, which differs on both sides: pass it in the action")
  }

  /// The names of what acts on other things than the state.
  private static let effects: Set = [
    "super", "await", "DispatchQueue", "NotificationCenter", "Task", "UserDefaults", "FileManager",
  ]

  /// `Dictionary(objects.map { ($0.id, $0) }) { first, _ in first }`: copies of objects by a key.
  private func dictionary(_ start: Int) throws -> (Meaning, Int)? {
    let end = close(text(close(start + 1) + 1) == "{" ? close(start + 1) + 1 : start + 1)
    guard let first = parts(start + 2..<close(start + 1)).first else { return nil }
    let hasLabel = text(first.lowerBound + 1) == ":"
    guard !hasLabel || text(first.lowerBound) == "uniqueKeysWithValues" else { return nil }
    let value = first.dropFirst(hasLabel ? 2 : 0)
    isKeyed = true
    defer { isKeyed = false }
    let list = try expression(value)
    guard case .objects(let use, .list) = list.kind else { return nil }
    let label = source.text(start...value.lowerBound - 1) + (value == first ? "" : " ")
    let rest = try render(value.upperBound..<end + 1)
    return (list.with(.objects(use, .dictionary), label + list.text + rest), end + 1)
  }

  // MARK: Members

  func plan(of meaning: Meaning) -> SlicePlan {
    meaning.isOfOtherSlice ? reading?.plan ?? plan : plan
  }

  /// The slice, or the one that it reads, by a property of the state.
  private func slice(at name: String) throws -> Meaning? {
    let other = reading.flatMap { $0.plan.has(name) ? $0 : nil }
    let found = other?.plan ?? plan
    if other != nil { readsOther = true }
    guard found.has(name) else {
      let fields = plan.graph.module.storedFields(of: plan.graph.root)
      let reason = "uses `\(name)`, which is neither in the slice nor read by it"
      return fields.contains { $0.name == name } ? Meaning(kind: .foreign, text: reason) : nil
    }
    if !hasSlice, other == nil { throw TranslationError.needsSlice }
    var value = Meaning(kind: .object(found.top.use), text: other?.name ?? top)
    value.isOfOtherSlice = other != nil
    return found.path.isEmpty ? try member(name, of: value) : value
  }

  /// The value of a stored property; nil when an object has none of that name.
  private func member(_ name: String, of meaning: Meaning) throws -> Meaning? {
    guard let use = meaning.object, let object = plan(of: meaning).plan(of: use),
      let part = object.parts.first(where: { $0.field.name == name })
    else { return nil }
    if let binding = meaning.binding, !places.contains(binding),
      meaning.parts == nil || given.contains(binding),
      max(changes.written[part.name] ?? 0, changes.appended[part.name] ?? 0) > meaning.born
    {
      throw reason("reads `\(name)` of a copy behind a change of it")
    }
    if let value = meaning.parts?[part.name] { return meaning.with(.value, value) }
    let text = "\(meaning.operand).\(escaped(part.name))"
    var result = meaning
    result.owners[plan.graph.top(of: use)] = meaning
    switch part.role {
    case .plain: result = result.with(.value, text)
    case .object(let child, let isOptional):
      result = result.with(.object(child), text, isOptional: isOptional)
    case .list(let child), .dictionary(_, let child):
      result = result.with(.objects(child, .init(part)), text)
    case .alias(let alias): result = result.with(.reference(alias), text)
    case .backReference, .omitted:
      if case .backReference(let need) = part.role {
        if let owner = meaning.owners[need.use] { return owner }
        if let owners = plan.graph.owners[need.use], owners.count == 1,
          [.one, .optional].contains(owners[0].multiplicity),
          plan.graph.isRoot(owners[0].holder),
          let found = try slice(at: owners[0].field.name)
        {
          return found
        }
      }
      if !hasSlice, part.isLinked { throw TranslationError.needsSlice }
      throw reason("uses `\(name)`, which the value does not have")
    }
    result.isObserved = part.field.isObserved
    if !result.isValue, result.object == nil {
      result.isOptional = result.isOptional || part.isOptional
      result.place = text.contains("(") ? nil : text
    }
    return result
  }

  /// The meaning of a member behind a dot.
  func step(_ meaning: Meaning, _ place: Int) throws -> (Meaning, Int) {
    let name = text(place).bare
    switch meaning.kind {
    case .foreign: throw reason(meaning.text)
    case .value: return (meaning, place)
    case .objects(let use, let storage): return try collection(meaning, use, storage, place)
    case .reference(let alias):
      if name == "flatMap", alias.shape == .optional, text(place + 1) == "{" {
        return try mapped(meaning, place + 1)
      }
      guard [.one, .optional].contains(alias.shape), let end = end(ofID: alias, at: place)
      else { throw reason("uses `\(name)` of a reference") }
      let id = meaning.isChained ? meaning.text.replacing("?", with: "") : meaning.text
      return (meaning.with(.value, id), end)
    case .state, .object:
      if let found = try implicit(name, of: meaning, place) { return found }
      throw reason("uses `\(name)`")
    }
  }

  /// The place behind the property with the id; nil where there is another one.
  private func end(ofID alias: ObjectPlan.Alias, at place: Int) -> Int? {
    guard text(place).bare == alias.id.name else { return nil }
    guard let member = alias.id.member else { return place + 1 }
    return text(place + 1) == "." && text(place + 2).bare == member ? place + 3 : nil
  }

  /// A reference that a closure keeps, replaces or drops, such as `selected.flatMap { list.item($0.id) }`.
  private func mapped(_ reference: Meaning, _ open: Int) throws -> (Meaning, Int) {
    guard case .reference(let alias) = reference.kind else { return (reference, open) }
    let (outer, name) = (names, fresh(alias.target, behind: open) + "ID")
    defer { names = outer }
    let hasName = text(open + 2) == "in"
    names[hasName ? text(open + 1) : "$0"] = reference.named(name)
    let found = try expression(open + (hasName ? 3 : 1)..<close(open))
    let text = "\(reference.text).flatMap { \(name) in \(try id(of: found)) }"
    return (reference.with(reference.kind, text, isOptional: true), close(open) + 1)
  }

  /// A member of an object or of the state; nil when it has none of that name.
  private func implicit(
    _ name: String, of meaning: Meaning, _ place: Int
  ) throws -> (Meaning, Int)? {
    if text(place + 1) != "(" {
      let found = meaning.object == nil ? try slice(at: name) : try member(name, of: meaning)
      if let found { return (found, place + 1) }
    }
    return try call(name, on: meaning, at: place)
  }

  /// The object that a reference leads to, among those of the slice that owns it.
  private func target(of meaning: Meaning, _ alias: ObjectPlan.Alias) throws -> Meaning {
    let owner = plan.graph.owners[plan.graph.top(of: alias.target)]?.first
    if !hasSlice { throw TranslationError.needsSlice }
    let top = Meaning(kind: .object(owner?.holder ?? plan.top.use), text: top)
    let isHere = owner?.holder == plan.top.use && !plan.path.isEmpty
    let name = owner?.field.name ?? ""
    guard let list = try isHere ? member(name, of: top) : slice(at: name),
      case .objects(_, .list) = list.kind, list.place != nil
    else { throw reason("follows a reference") }
    let condition = "$0.\(alias.id.path) == \(meaning.text)"
    return found(in: list, .list, condition, .object(alias.target))
  }
}
