/// The methods of the values of a slice, which stand for functions that its blocks call.
final class Methods {
  struct Method {
    /// The type that declares it, and its name.
    let value: String
    let name: String
    var lines: [String] = []
    var isMutating = true
    var isStatic = false
    var readsOther = false
    /// The properties that it changes, and those that it appends to.
    var written: Set<String> = []
    var appended: Set<String> = []
    /// The methods that it calls, by their keys.
    var calls: [String] = []
  }

  /// By keys that say how the objects of a call are passed; without lines while one is read.
  private var all: [String: Method] = [:]
  private var failures: [String: TranslationError] = [:]

  /// The methods that some calls lead to, in the order of these.
  func used(by calls: [String]) -> [Method] {
    calls.reaching { all[$0]?.calls ?? [] }.compactMap { all[$0] }
  }

  /// The method of a key, which is made where there is none.
  fileprivate func method(
    _ key: String, of function: CodeBody, in value: String, _ make: (inout Method) throws -> Void
  ) throws -> Method {
    if let failure = failures[key] { throw failure }
    if let known = all[key] { return known }
    // Another way to pass its objects, again and again.
    guard all.count(where: { $0.key.hasPrefix(function.key) && $0.value.lines.isEmpty }) < 3
    else { throw TranslationError.untranslatable("calls itself") }
    let taken = Set(all.values.filter { $0.value == value }.map(\.name) + Self.reserved)
    let names = sequence(first: 1) { $0 + 1 }.lazy.map {
      $0 == 1 ? function.name : "\(function.name)\($0)"
    }
    var method = Method(value: value, name: names.first { !taken.contains($0) } ?? function.name)
    all[key] = method
    do { try make(&method) } catch {
      all[key] = nil
      if case let error as TranslationError = error, case .untranslatable = error {
        failures[key] = error
      }
      throw error
    }
    all[key] = method
    return method
  }

  /// The names that drafted values have.
  private static let reserved = ["write", "link", "makeObject", "fits"]
}

extension CodeBody {
  fileprivate var key: String { "\(source.path) \(range.lowerBound) " }
}

/// How the objects and values of a call reach a method.
private struct Passing {
  /// The parameters of the method, and what the call passes to them.
  var declared: [String] = []
  var arguments: [String] = []
  /// The facts of a call that the method knows beside its parameters.
  var known = ""
  var taken: Set<String>
}

extension BlockTranslator {
  /// Translates a call of a function that becomes a method: of the value of its object where it uses no more
  /// than that and what it owns, and of the slice's value otherwise.
  func callMethod(
    _ function: CodeBody, _ values: [(parameter: CodeBody.Parameter, value: Meaning?)],
    on object: Meaning?
  ) throws -> Meaning {
    let words = function.signature.map { function.source[$0] }
    let unread = ["async", "throws", "rethrows", "inout", "some"].first(where: words.contains)
    if let unread { throw reason("is `\(unread)`") }
    if words.dropFirst().first == "<" { throw reason("is generic") }
    if object?.isOfOtherSlice == true { throw reason("belongs to another slice") }
    var places: Set<String> = []
    var isOfSlice = object?.object == nil || object?.text == top && hasSlice
    while true {
      if isOfSlice, !hasSlice { throw TranslationError.needsSlice }
      do {
        return try callMethod(function, values, on: object, places, isOfSlice)
      } catch TranslationError.needsPlace(let key) where places.insert(key).inserted {
        continue
      } catch TranslationError.needsSlice where !isOfSlice {
        (isOfSlice, places) = (true, [])
      }
    }
  }

  private func callMethod(
    _ function: CodeBody, _ values: [(parameter: CodeBody.Parameter, value: Meaning?)],
    on object: Meaning?, _ places: Set<String>, _ isOfSlice: Bool
  ) throws -> Meaning {
    let body = BlockTranslator(function, in: self, places: places, hasSlice: isOfSlice)
    var passing = Passing(taken: Set(function.parameters.map(\.name)))
    var (value, base) = (plan.top.valueName, top)
    body.this = object
    if let object, let use = object.object {
      if !isOfSlice {
        guard let own = plan.plan(of: use) else { throw reason("belongs to no value") }
        (value, base) = (own.valueName, object.operand)
      }
      body.this = Meaning(kind: .object(use), text: "self")
      if isOfSlice, object.text != top { body.this = try rebased(object, &passing) }
    }
    for (parameter, value) in values { try pass(parameter, value, to: body, &passing) }
    let (kind, result) = try self.result(of: function)
    body.returns = kind
    let key =
      function.key + [value, body.this?.text ?? "", passing.known].joined(separator: " ")
      + passing.declared.joined(separator: ", ")
    let method = try methods.method(key, of: function, in: value) { method in
      var lines = try body.separate {
        if result != nil, body.isOneExpression(function.range) {
          body.add("return \(try body.returned(function.range))")
        } else {
          try body.statements(function.range)
        }
      }
      lines = lines.map { "  " + $0 }
      (method.isMutating, method.readsOther) = (body.isMutating, body.readsOther)
      method.isStatic = object == nil && !lines.contains(where: body.usesSlice)
      let other = body.readsOther ? reading.map { ["_ \($0.name): \($0.value)"] } ?? [] : []
      let head = method.isStatic ? "static " : method.isMutating ? "mutating " : ""
      let parameters = (other + passing.declared).joined(separator: ", ")
      let arrow = result.map { " -> \($0)" } ?? ""
      method.lines = ["\(head)func \(method.name)(\(parameters))\(arrow) {"] + lines + ["}"]
      (method.written, method.appended) = (
        Set(body.changes.written.keys), Set(body.changes.appended.keys)
      )
      method.calls = body.calls
    }
    calls.append(key)
    if method.isMutating { try change(by: method, values, isOfSlice ? nil : object) }
    readsOther = readsOther || method.readsOther
    let arguments = (method.readsOther ? reading.map { [$0.name] } ?? [] : []) + passing.arguments
    let text =
      "\(method.isStatic ? value : base).\(method.name)(\(arguments.joined(separator: ", ")))"
    var found = (object ?? Meaning(text: "")).with(
      kind, text, isOptional: result?.hasSuffix("?") == true)
    (found.binding, found.owners, found.isCopy) = (nil, [:], !found.isValue)
    found.isCall = !found.isValue
    return found
  }

  /// Notes what a method changes, at the place of its object or in the slice.
  private func change(
    by method: Methods.Method, _ values: [(parameter: CodeBody.Parameter, value: Meaning?)],
    _ object: Meaning?
  ) throws {
    if closureDepth > 0 { throw reason("changes objects in a closure") }
    let closures = values.compactMap(\.value?.text).filter { $0.hasPrefix("{") }
    if closures.contains(where: usesSlice) {
      throw reason("has a closure that reads the slice")
    }
    if let object {
      let isNew = object.parts != nil && object.binding == nil
      if object.origin != nil || isNew { throw reason("changes what it found") }
      try touch(object)
    } else {
      isMutating = true
    }
    for name in method.written { noteChange(of: name) }
    for name in method.appended { noteChange(of: name, appends: true) }
    // A list may have them now.
    given.formUnion(values.compactMap { $0.value?.parts == nil ? nil : $0.value?.binding })
  }

  // MARK: Parameters

  private func pass(
    _ parameter: CodeBody.Parameter, _ value: Meaning?, to body: BlockTranslator,
    _ passing: inout Passing
  ) throws {
    let (name, isOptional) = (parameter.name, parameter.spelling.hasSuffix("?"))
    let label = parameter.label == name ? name : "\(parameter.label) \(name)"
    func declare(_ type: String, _ meaning: Meaning, _ text: String? = nil) {
      passing.declared.append("\(label): \(type)")
      if let text = text ?? value?.text {
        passing.arguments.append(parameter.label == "_" ? text : "\(parameter.label): \(text)")
      }
      body.names[name] = meaning
    }
    guard let value else {
      let text = try defaultValue(of: parameter)
      let type = try spelled(parameter.spelling, in: body.owner).text
      return declare("\(type) = \(text)", Meaning(text: name))
    }
    var inside = value.named(name)
    (inside.isOptional, inside.isCopy, inside.owners, inside.born) = (isOptional, false, [:], 0)
    inside.binding = name + " " + body.inlined.joined(separator: " ")
    switch value.kind {
    case .state, .foreign: body.names[name] = value
    case _ where value.isOfOtherSlice && value.text == reading?.name:
      body.names[name] = value
      body.readsOther = true
    case .object where value.text == top && hasSlice:
      guard body.hasSlice else { throw TranslationError.needsSlice }
      body.names[name] = value.named("self")
    case .value:
      let (type, _) = try spelled(
        parameter.spelling, in: body.owner, isClosure: value.text.hasPrefix("{"))
      if parameter.spelling.contains("->") { body.closures.insert(name) }
      return declare(type, Meaning(text: name))
    case .reference(let alias):
      let isOne = [.one, .optional].contains(alias.shape)
      guard isOne else { throw reason("is passed references") }
      inside.binding = nil
      return declare(
        plan.graph.module.spelling(of: alias.id.type) + (isOptional ? "?" : ""), inside)
    case .object(let use):
      if body.places.contains(inside.binding ?? "") {
        guard body.hasSlice else { throw TranslationError.needsSlice }
        guard case .search(let place, let storage, _) = value.origin, isOptional else {
          passing.taken.remove(name)
          body.names[name] = try rebased(value, &passing)
          break
        }
        let (path, type) = try template(place, &passing)
        inside.text = "\(name).\(storage == .list ? "map" : "flatMap")({ key in \(path)[key] })"
        inside.origin = .parameter(name, place: path, storage)
        inside.binding = nil
        return declare(type + "?", inside, value.origin?.index)
      }
      guard isOptional || !value.isOptional else { throw reason("is passed what may be nil") }
      return declare(plan(of: value).valueName(of: use) + (isOptional ? "?" : ""), inside)
    case .objects(let use, .list):
      return declare("[\(plan(of: value).valueName(of: use))]" + (isOptional ? "?" : ""), inside)
    case .objects: throw reason("is passed a set or a dictionary of objects")
    }
    passing.known += "\(name): \(value.text) "
  }

  /// The object at a place of the slice, as a method of that finds it.
  private func rebased(_ object: Meaning, _ passing: inout Passing) throws -> Meaning {
    if let binding = object.binding {
      guard places.contains(binding) else { throw TranslationError.needsPlace(binding) }
    }
    guard object.origin == nil, !object.isCopy, object.parts == nil, !object.isOptional
    else { throw reason("uses more than a copy of an object") }
    let before = passing
    var found = object.named(try template(object.text, &passing).path)
    found.binding = nil
    found.owners = try object.owners.mapValues { owner in
      // Its indices are among those of the object.
      var own = before
      return owner.named(try template(owner.text, &own).path)
    }
    return found
  }

  /// A place in the slice with parameters as its indices and keys, and their type in its last collection.
  private func template(
    _ text: String, _ passing: inout Passing
  ) throws -> (path: String, type: String) {
    let source = SourceTokens(text)
    guard source[0] == top, hasSlice else { throw reason("uses more than a copy of an object") }
    var (path, type, use, place) = ("self", "Int", plan.top.use, 1)
    while place < source.tokens.count {
      switch source[place] {
      case ".":
        let part = plan.plan(of: use)?.parts.first { $0.name == source[place + 1].bare }
        guard let part, let child = part.child
        else { throw reason("uses an object that is not found") }
        type = "Int"
        if case .dictionary(let key, _) = part.role { type = plan.graph.module.spelling(of: key) }
        path += ".\(source[place + 1])"
        (use, place) = (child, place + 2)
      case "[":
        let end = source.close(of: place) ?? place + 1
        let index = fresh(use, unlike: { !passing.taken.insert($0).inserted })
        passing.declared.append("\(index): \(type)")
        passing.arguments.append("\(index): \(source.text(place + 1...end - 1))")
        path += "[\(index)]"
        place = end + 1
      case "!":
        path += "!"
        place += 1
      default: throw reason("uses an object that may be nil")
      }
    }
    return (path, type)
  }

  // MARK: Types

  /// The kind and the type of a function's result; no type for none.
  private func result(of function: CodeBody) throws -> (Meaning.Kind, String?) {
    guard let type = function.result else { return (.value, nil) }
    let (text, use) = try spelled(type, in: function.owner, isClosure: true)
    guard let use else { return (.value, text) }
    let name = plan.valueName(of: use)
    if [name, name + "?"].contains(text) { return (.object(use), text) }
    guard text == "[\(name)]" else { throw reason("returns `\(type)`") }
    return (.objects(use, .list), text)
  }

  /// A type of a function as a value spells it, and the class among its words.
  func spelled(
    _ type: String, in owner: String?, isClosure: Bool = false
  ) throws -> (text: String, use: ClassUse?) {
    let (source, module) = (SourceTokens(type), plan.graph.module)
    var (text, use) = ("", ClassUse?.none)
    for (place, token) in source.tokens.enumerated() {
      text += source.hasSpace(before: place) ? " " : ""
      guard token.isWord, source[place - 1] != "." else {
        text += token.text
        continue
      }
      // `Mode` inside of a class is `Box.Mode` elsewhere.
      let path = owner?.split(separator: ".").map(String.init) ?? []
      let names = (0...path.count).map { path.dropLast($0) + [token.text] }
      let found = names.lazy.map { $0.joined(separator: ".") }
        .compactMap { name in module.types.values.first { $0.name == name } }.first
      let named = found.flatMap { found in
        plan.graph.uses.first { $0.identifier == found.identifier }
      }
      guard let named else {
        text +=
          found.map { $0.name == token.text ? token.text : module.spelling(of: $0) } ?? token.text
        continue
      }
      guard isClosure, let object = plan.plan(of: named) ?? reading?.plan.plan(of: named)
      else { throw reason("has a parameter of the class `\(token.text)`") }
      (text, use) = (text + object.valueName, named)
    }
    return (text, use)
  }
}
