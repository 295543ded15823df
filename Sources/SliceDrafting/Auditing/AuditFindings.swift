/// The findings about the classes of a state.
struct AuditFindings {
  let graph: StateGraph

  func all() -> [Audit.Finding] {
    cycles() + blocks() + unrepeatable() + classes() + links() + values()
      + graph.guesses.map { .init(.sharedList, name($0), " is \(graph.question(about: $0))") }
  }

  /// Blocks that run twice, or not at all, once the store has entries in place of a list of blocks.
  private func blocks() -> [Audit.Finding] {
    let lists = graph.module.blockLists
    let unread = lists.unread.map { Audit.Finding(.unreadBlock, $0.place, ": " + $0.text) }
    guard !lists.isEmpty else { return unread }
    return unread
      + graph.module.constants.filter(\.type.isReduceBlock).compactMap { block in
        let places = lists.places[block.name] ?? []
        if places.isEmpty {
          let place = block.location?.description ?? ""
          let text = " (\(place)): it does not run on a store of entries"
          return .init(.unlistedBlock, block.name, text)
        }
        guard places.count > 1 else { return nil }
        let text = " in \(places.joined(separator: " and ")): it runs once for each"
        return .init(.blockListedTwice, block.name, text)
      }
  }

  /// Strong links by which an object may reach itself.
  ///
  /// Lists of the same class are trees, not cycles.
  private func cycles() -> [Audit.Finding] {
    let strong = graph.links.filter {
      $0.field.isStrong && !$0.field.isBackReference && !($0.isCollection && $0.holder == $0.target)
    }
    let byHolder = Dictionary(grouping: strong, by: \.holder)
    var reported: Set<Set<String>> = []
    return strong.compactMap { link in
      guard let path = path(from: link.target, to: link.holder, byHolder) else { return nil }
      let names = ([link] + path).map(name)
      guard reported.insert(Set(names)).inserted else { return nil }
      return Audit.Finding(
        .cycle, names[0],
        names.dropFirst().map { " → " + $0 }.joined()
          + ": where an object reaches itself, a copy fails; "
          + "one of them becomes a @BackReference, or a @StrongBackReference")
    }
  }

  /// The shortest path of strong links, found in breadth.
  private func path(
    from start: ClassUse, to end: ClassUse, _ byHolder: [ClassUse: [Link]]
  ) -> [Link]? {
    if start == end { return [] }
    var paths: [(ClassUse, [Link])] = [(start, [])]
    var seen: Set = [start]
    while !paths.isEmpty {
      let (use, path) = paths.removeFirst()
      for link in byHolder[use] ?? [] {
        if link.target == end { return path + [link] }
        if seen.insert(link.target).inserted { paths.append((link.target, path + [link])) }
      }
    }
    return nil
  }

  private func classes() -> [Audit.Finding] {
    var seen: Set<String> = []
    return graph.uses.flatMap { use -> [Audit.Finding] in
      guard seen.insert(use.identifier).inserted, let type = graph.declaration(of: use)
      else { return [] }
      let doubtful = type.doubtful.map {
        Audit.Finding(
          .doubtful, "\(type.name).\($0)", ": no draft is made of this class until both have it")
      }
      return doubtful + effects(of: type) + (isCoded(use) ? uncoded(type) : []) + unnamed(type)
        + conditional(type)
    }
  }

  /// Whether the coding of the state reaches a class.
  private func isCoded(_ use: ClassUse) -> Bool {
    graph.isRoot(use)
      || graph.links(to: use).contains { link in
        graph.declaration(of: link.holder)?.isCoded(link.field) ?? false
      }
  }

  private func uncoded(_ type: TypeDeclaration) -> [Audit.Finding] {
    if !type.isCodable {
      return [.init(.uncodedClass, type.name, ": a copy fails; make it Codable")]
    }
    let coded = type.fields.filter(type.isCoded)
    guard !graph.module.superclasses(of: type).isEmpty, !coded.isEmpty, !type.decodesItself
    else { return [] }
    return [
      .init(
        .uncodedSubclass, type.name,
        ": a copy loses \(coded.map(\.name).joined(separator: ", ")); "
          + "write init(from:) and encode(to:), which call those of super")
    ]
  }

  private func unnamed(_ type: TypeDeclaration) -> [Audit.Finding] {
    guard type.codingKeys != nil else { return [] }
    return type.fields.filter { !type.isCoded($0) && !$0.isFixed }.map {
      .init(.unnamedProperty, "\(type.name).\($0.name)", ": a copy has its initial value")
    }
  }

  private func conditional(_ type: TypeDeclaration) -> [Audit.Finding] {
    type.fields.filter(\.isConditional).map {
      .init(
        .conditional, "\(type.name).\($0.name)",
        ": the graph shows one build only; check its drafts by hand")
    }
  }

  private func links() -> [Audit.Finding] {
    graph.links.compactMap { link in
      if graph.owns(link), let type = graph.declaration(of: link.target),
        !graph.module.subclasses(of: type).isEmpty
      {
        return .init(
          .hierarchy, name(link), ": \(type.name) has subclasses, whose values you write by hand")
      }
      if link.field.ownership != .strong, link.field.wrapper == nil {
        return .init(
          .weakLink, name(link),
          " is \(link.field.ownership.rawValue): @BackReference is weak too, and a "
            + "copy of it refers to the copy of its target")
      }
      guard link.field.isStrong, !link.field.isBackReference, !graph.owns(link),
        graph.ancestors(of: link.holder).contains(graph.top(of: link.target)),
        graph.top(of: link.target) != graph.top(of: link.holder)
      else { return nil }
      return .init(
        .strongLink, name(link),
        " leads to an object that owns \(graph.spelling(of: link.holder)): make it a @BackReference"
      )
    }
  }

  /// Types of values in the state that are compared in part.
  private func values() -> [Audit.Finding] {
    let fields = graph.uses.compactMap(graph.declaration).flatMap(\.fields)
    let types = Set(fields.flatMap(\.type.identifiers)).compactMap { graph.module.types[$0] }
    return types.sorted { $0.name < $1.name }.compactMap { type in
      let names = graph.module.unequated(type).joined(separator: ", ")
      return names.isEmpty
        ? nil : .init(.equality, type.name, ": compare \(names), too, or let the compiler write ==")
    }
  }

  private func name(_ link: Link) -> String { graph.name(of: link) }
}

extension TypeDeclaration {
  /// Whether the coding of the class includes a property, as far as CodingKeys say.
  func isCoded(_ field: Field) -> Bool {
    if field.isLazy || field.isFixed { return false }
    guard let codingKeys else { return true }
    // The macro Observable stores a property under the name with an underscore.
    return codingKeys.contains(field.name)
      || (isObservable && codingKeys.contains("_" + field.name))
  }
}
