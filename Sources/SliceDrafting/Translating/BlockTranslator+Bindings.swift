/// Names of a block, what they stand for, and the changes behind which that may be another one.
extension BlockTranslator {
  private func key(_ place: Int) -> String { inlined.joined(separator: " ") + " \(place)" }

  func declare(_ start: Int, _ stop: Int) throws {
    guard let equals = (start..<stop).first(where: { text($0) == "=" }) else {
      names[text(start + 1)] = Meaning(text: text(start + 1))
      return add(try render(start..<stop))
    }
    for (target, value) in pairs(start + 1..<stop, equals) {
      let name = text(target.lowerBound)
      let head = target.count == 1 ? "\(text(start)) \(name)" : try render(start..<equals)
      try declare(name, value, key(target.lowerBound), head)
    }
  }

  /// The targets and values of an assignment, one by one where it has two tuples.
  func pairs(_ range: Range<Int>, _ equals: Int) -> [(target: Range<Int>, value: Range<Int>)] {
    guard text(range.lowerBound) == "(", text(equals + 1) == "(",
      close(equals + 1) == range.upperBound - 1
    else { return [(range.lowerBound..<equals, equals + 1..<range.upperBound)] }
    let targets = parts(range.lowerBound + 1..<equals - 1)
    return Array(zip(targets, parts(equals + 2..<range.upperBound - 1)))
  }

  private func declare(
    _ name: String, _ value: Range<Int>, _ key: String, _ head: String
  ) throws {
    var meaning = try argument(value)
    if meaning.isValue { add("\(head) = \(meaning.text)") }
    let isCopy =
      switch meaning.kind {
      case .reference: true
      case .objects: meaning.place == nil || head.hasPrefix("var ")
      case .object(let use):
        meaning.parts != nil || meaning.isCall || (use == rebuilt && !meaning.isOptional)
      default: false
      }
    if isCopy {
      add("\(places.contains(key) ? "var" : "let") \(name) = \(meaning.text)")
      meaning.parts = meaning.parts?.reduce(into: [:]) { $0[$1.key] = "\(name).\($1.key)" }
      (meaning.text, meaning.binding) = (name, key)
      given.remove(key)
      if meaning.object != nil, !meaning.isCall { meaning.isCopy = false }
      meaning.isCall = false
      if case .objects = meaning.kind { meaning.place = nil }
    }
    self.name(name, meaning.isValue ? Meaning(text: name) : meaning)
  }

  /// The meaning of an argument or a value; where it has no translation, only what uses it has none.
  func argument(_ range: Range<Int>, for parameter: CodeBody.Parameter? = nil) throws -> Meaning {
    let value = range.dropFirst(text(range.lowerBound + 1) == ":" ? 2 : 0)
    do {
      if let parameter, text(value.lowerBound) == "{", let use = try element(of: parameter) {
        var found = Meaning(kind: .object(use), text: "$0")
        found.isCopy = true
        element = (found, 0)
      }
      defer { element = nil }
      return try expression(value)
    } catch TranslationError.untranslatable(let reason) {
      return Meaning(kind: .foreign, text: reason)
    }
  }

  func conditions(_ range: Range<Int>) throws -> String {
    try parts(range).map { clause in
      let (start, end) = (clause.lowerBound, clause.upperBound)
      switch text(start) {
      case "let", "var":
        let value = text(start + 2) == "=" ? start + 3..<end : start + 1..<end
        return try bind(text(start + 1), try expression(value), key(start))
      case "case": return try render(pattern: clause)
      default: return try render(clause)
      }
    }.joined(separator: ", ")
  }

  /// A pattern, unchanged, with its value; the names that it binds are no objects.
  func render(pattern range: Range<Int>) throws -> String {
    let sides = parts(range, at: "=")
    let value = sides.count > 1 ? " = " + (try render(sides[1])) : ""
    for place in range where source.binds(place) { names[text(place)] = Meaning(text: text(place)) }
    return try render(sides[0]) + value
  }

  /// Binds what is there when an optional is not nil: as a place when it is changed, otherwise as a copy.
  private func bind(_ name: String, _ found: Meaning, _ key: String) throws -> String {
    switch found.kind {
    case .foreign: throw reason(found.text)
    case .value: names[name] = Meaning(text: name)
    case _ where !found.isOptional: throw reason("binds what is no optional")
    case _ where places.contains(key): return try bindPlace(name, found, key)
    default:
      self.name(name, found.named(name))
      names[name]?.binding = key
    }
    return "let \(name) = \(found.text)"
  }

  /// Binds an object that changes: to its index or its key, or to a copy that is put back.
  private func bindPlace(
    _ name: String, _ found: Meaning, _ key: String
  ) throws -> String {
    try touch(found)
    var local = found.named(name)
    defer { self.name(name, local) }
    switch found.origin {
    case .search(let place, let storage, _), .parameter(_, let place, let storage):
      local.binding = nil
      local.text = "\(place.replacing("?", with: "!"))[\(name)]" + (storage == .list ? "" : "!")
      return "let \(name) = \(found.origin?.index ?? name)"
    case .home:
      (local.binding, local.origin) = (key, found.origin)
      copies[key] = (name, local)
      return "var \(name) = \(found.text)"
    case .key:
      (local.binding, local.text) = (nil, found.text + "!")
      return "\(found.text) != nil"
    case nil: throw reason("changes `\(name)`, which is a copy")
    }
  }

  /// Makes the statement that follows one on the object that is found.
  func hoist(_ found: Meaning, at place: Int) throws -> Meaning {
    guard let use = found.object else { throw reason("is no object") }
    let (name, key) = (fresh(use, behind: place), key(place))
    let outer = names[name]
    defer { names[name] = outer }
    places.insert(key)
    open("if \(try bindPlace(name, found, key)) {")
    return names[name] ?? found
  }

  /// A name for an object of a class that the code does not use.
  func fresh(_ use: ClassUse, behind place: Int? = nil) -> String {
    let words = place.map { source.tokens[$0...].prefix { !$0.beginsLine } } ?? []
    return fresh(use) { name in names[name] != nil || words.contains { $0.text == name } }
  }

  func fresh(_ use: ClassUse, unlike isTaken: (String) -> Bool) -> String {
    var name = escaped((plan.graph.declaration(of: use)?.shortName ?? "object").uncapitalized)
    while isTaken(name) { name += "Key" }
    return name
  }

  /// Whether a text names the slice, or the object whose method it is in.
  func usesSlice(_ text: String) -> Bool {
    SourceTokens(text).tokens.contains { $0.text == top }
  }

  /// Notes that an object changes.
  func touch(_ meaning: Meaning) throws {
    if meaning.isOfOtherSlice { throw reason("writes to another slice") }
    if meaning.isObserved { throw reason("sets a property with observers") }
    if meaning.isCopy { throw reason("changes what it found") }
    if usesSlice(meaning.text) {
      if closureDepth > 0 { throw reason("changes objects in a closure") }
      isMutating = true
    }
    guard let binding = meaning.binding else { return }
    if given.contains(binding) { throw reason("changes an object that a list has already") }
    guard places.contains(binding) else { throw TranslationError.needsPlace(binding) }
    if !changed.contains(binding) { changed.append(binding) }
  }

  /// The head of a loop, whose elements are places when they change.
  func loop(_ start: Int, _ open: Int) throws -> String {
    let header = parts(start + 3..<open, at: "where")
    guard text(start + 2) == "in" else { throw reason("is a loop over a pattern") }
    let line = try loop(text(start + 1), over: header[0], key(start))
    return line + (header.count > 1 ? " where \(try render(header[1]))" : "")
  }

  func loop(_ name: String, over range: Range<Int>, _ key: String) throws -> String {
    let list = try expression(range)
    var (elements, element) = (list.text, Meaning(text: name))
    switch list.kind {
    case .value: break
    case .objects where list.isOptional || list.isChained:
      throw reason("loops over what may be nil")
    case .objects(let use, let storage):
      element = list.with(.object(use), name)
      if places.contains(key) {
        try touch(list.with(list.kind, list.text))
        guard let place = list.place else { throw reason("changes what it found") }
        guard names[name] == nil else { throw reason("names two loops `\(name)`") }
        elements += ".\(storage.indices)"
        (element.text, element.binding) = ("\(place)[\(name)]" + (storage == .list ? "" : "!"), nil)
      } else {
        elements += storage.values
        element.binding = key
      }
    default: throw reason("loops over references")
    }
    self.name(name, element)
    return "for \(name) in \(elements)"
  }

  // MARK: Changes

  /// Gives a name to what it stands for from here on.
  func name(_ name: String, _ meaning: Meaning) {
    names[name] = meaning
    names[name]?.born = changes.count
  }

  func noteChange(of property: String, appends: Bool = false) {
    changes.count += 1
    if appends { changes.appended[property] = changes.count }
    if !appends { changes.written[property] = changes.count }
  }

  /// Refuses a name for a place that a later change may have moved or replaced.
  func checkPlace(of found: Meaning, named name: String) throws {
    guard !found.isValue, found.text != name else { return }
    let source = SourceTokens(found.text)
    for (place, token) in source.tokens.enumerated() where token.isWord {
      let time = max(
        changes.written[token.text] ?? 0,
        source[place + 1] == "[" ? 0 : changes.appended[token.text] ?? 0)
      if time > found.born { throw reason("uses `\(name)` behind a change of `\(token.text)`") }
    }
  }
}
