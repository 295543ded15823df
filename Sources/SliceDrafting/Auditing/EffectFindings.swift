/// An effect of a class, beside holding values.
struct ClassEffect: Hashable {
  let rule: Audit.Finding.Rule
  /// The property, the notification or the function.
  let name: String
}

extension DeclarationReader {
  /// The effects in the body of a class, each once, in the order of the source.
  func effects(in body: Body) -> [ClassEffect] {
    guard let open = source.index(at: body.open), let close = source.close(of: open)
    else { return [] }
    let tokens = source.tokens
    var found: [ClassEffect] = []
    func note(_ rule: Audit.Finding.Rule, _ name: String) {
      let effect = ClassEffect(rule: rule, name: name)
      if !found.contains(effect) { found.append(effect) }
    }
    func block(behind place: Int) -> Range<Int>? {
      // A head has few tokens: a brace farther away belongs to something else.
      let brace = tokens[place...].prefix(64).firstIndex { $0.text == "{" }
      return brace.flatMap { brace in source.close(of: brace).map { brace..<$0 } }
    }
    func isCall(_ place: Int) -> Bool {
      tokens[place].kind == .word && tokens[place + 1].text == "("
    }
    for place in open..<close {
      switch tokens[place].text {
      // `post(name: .saved, object: self)`: the notification is named up to the next argument.
      case "post" where tokens[place + 1].text == "(" && tokens[place + 2].text == "name":
        let end = (place + 4..<close).first { [",", ")"].contains(tokens[$0].text) } ?? close
        note(.posts, source.text(place + 4...end - 1))
      case "didSet", "willSet":
        let name = tokens[..<place].lastIndex { $0.text == "var" }.map { tokens[$0 + 1].text }
        if block(behind: place)?.contains(where: isCall) == true { note(.observer, name ?? "") }
      case "static" where tokens[place + 1].text == "var":
        let name = tokens[place + 2].text
        let isWritten = tokens.indices.dropLast().contains {
          tokens[$0].text == name && source.isAssignment(at: $0 + 1) && $0 != place + 2
        }
        if isWritten { note(.writtenStatic, name) }
      case "init" where tokens[place - 1].text != ".":
        let observing: Set = ["addObserver", "observe", "sink", "scheduledTimer", "addTarget"]
        for call in block(behind: place) ?? 0..<0 where observing.contains(tokens[call].text) {
          note(.observingInit, tokens[call].text)
        }
      default: break
      }
    }
    return found
  }
}

extension AuditFindings {
  /// The effects that step 1 takes out of a class, or out of the state.
  func effects(of type: TypeDeclaration) -> [Audit.Finding] {
    let isIsolated = type.body?.attributes.contains("MainActor") == true
    let isolation = ": the blocks of a MigrationStore reduce off the main actor"
    return (isIsolated ? [.init(.mainActor, type.name, isolation)] : [])
      + type.effects.map {
        .init(rule: $0.rule, subject: "\(type.name).\($0.name)", text: "\(type.name): \($0.name)")
      }
      + type.fields.filter { isService($0.type) }.map {
        let text = ": no copy and no value has it; it moves to a middleware"
        return .init(.service, "\(type.name).\($0.name)", text)
      }
  }

  /// The ids, dates and random numbers that a block makes, or what it leads to.
  func unrepeatable() -> [Audit.Finding] {
    let (module, code) = (graph.module, ComparedCode(graph.module))
    return module.constants.filter(\.type.isReduceBlock).compactMap { block in
      let found = code.code(of: block.name).flatMap { body in
        let name = [body.owner, body.name].compactMap(\.self).joined(separator: ".")
        return body.range.compactMap { module.unrepeatable($0, in: body.source) }
          .map { "`\($0)`" + (block.name.hasSuffix(name) ? "" : " in \(name)") }
      }
      let inOrder = found.enumerated().filter { found.firstIndex(of: $1) == $0 }.map(\.element)
      return found.isEmpty
        ? nil
        : .init(
          .unrepeatable, block.name,
          ": \(inOrder.joined(separator: ", ")): each side makes its own; pass it in the action")
    }
  }

  /// Whether a type is named like a database, a queue or a delegate, and is not coded.
  private func isService(_ type: TypeExpression) -> Bool {
    let known = type.unwrapped.identifier.flatMap { graph.module.types[$0] }
    if let known, known.isCodable || known.conformances.contains("NSCoding") { return false }
    let name =
      switch type.unwrapped {
      case .other(let text), .named(let text, _, _): text
      default: ""
      }
    let endings = [
      "Database", "Queue", "Delegate", "DataSource", "Manager", "Service", "Client", "Timer",
      "Lock", "URLSession", "NSObjectProtocol", "Coordinator", "Cancellable", "Task",
      "NotificationCenter",
    ]
    let bare = name.filter { $0.isLetter }
    return endings.contains { bare.hasSuffix($0) }
  }
}
