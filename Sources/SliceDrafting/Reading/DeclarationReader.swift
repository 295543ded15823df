/// Reads from the source of a declaration what the symbol graph does not contain.
struct DeclarationReader {
  let source: SourceTokens

  struct Property {
    var attributes: [String] = []
    var modifiers: [String] = []
    var initialValue: String?
    var isObserved = false
    var isComputed = false
    var isConditional = false
  }

  /// The braces of a type's body, as offsets in the UTF-8 of the file.
  struct Body {
    let open: Int
    let close: Int
    var attributes: [String] = []
    var modifiers: [String] = []
    var isConditional = false
  }

  private static let introducers: Set = [
    "var", "let", "class", "struct", "enum", "actor", "protocol", "extension", "func", "init",
    "case",
  ]
  private static let modifiers: Set = [
    "public", "internal", "private", "fileprivate", "package", "open", "final", "weak", "unowned",
    "lazy", "static", "override", "required", "convenience", "mutating", "nonisolated", "dynamic",
    "indirect", "class",
  ]

  func property(at name: Int) -> Property {
    var property = Property()
    property.isConditional = source.tokens[name].isConditional
    if let introducer = introducer(of: name) {
      (property.attributes, property.modifiers) = head(before: introducer)
    }
    let value = value(ofNameAt: name)
    if let value, !value.isEmpty {
      property.initialValue = source.text(value.lowerBound...value.upperBound - 1)
    }
    let place = value?.upperBound ?? endOfType(ofNameAt: name)
    if text(place) == "{" {
      property.isObserved = isObservers(at: place)
      property.isComputed = !property.isObserved
    }
    return property
  }

  /// The tokens of the initial value of the property whose name is at an index; nil where there is none.
  func value(ofNameAt name: Int) -> Range<Int>? {
    let start = endOfType(ofNameAt: name) + 1
    return text(start - 1) == "=" ? start..<endOfExpression(from: start) : nil
  }

  /// Finds a stored property in the body of its type: the graph has no places of private members.
  func place(ofPropertyNamed name: String, in body: Body) -> (line: Int, character: Int)? {
    let found = storedNames(in: body).first { source.tokens[$0].text.bare == name }
    return found.map { source.place(of: source.tokens[$0].range.lowerBound) }
  }

  /// The stored properties of a type by its tokens alone, to compare with those of the symbol graph.
  func storedProperties(in body: Body) -> [String] {
    storedNames(in: body).filter { !source.tokens[$0].isConditional }
      .map { source.tokens[$0].text.bare }
  }

  /// The indexes of the names of the stored properties, those between conditions as well.
  private func storedNames(in body: Body) -> [Int] {
    guard let open = source.index(at: body.open), let close = source.close(of: open)
    else { return [] }
    var found: [Int] = []
    var place = open + 1
    while place < close {
      let isBinding = ["var", "let"].contains(text(place))
      let modifiers = isBinding ? head(before: place).modifiers : []
      guard isBinding, !modifiers.contains("static"), !modifiers.contains("class") else {
        place = source.index(behind: place)
        continue
      }
      repeat {
        place += 1
        let end = text(place) == "(" ? source.close(of: place) ?? close : place
        let names = (place...end).filter { source.tokens[$0].kind == .word && text($0) != "_" }
        place = value(ofNameAt: end)?.upperBound ?? endOfType(ofNameAt: end)
        if text(place) != "{" || isObservers(at: place) { found += names }
        if text(place) == "{" { place = (source.close(of: place) ?? close) + 1 }
      } while text(place) == ","
    }
    return found
  }

  func type(at name: Int) -> Body? {
    guard let introducer = introducer(of: name) else { return nil }
    var place = name + 1
    while place < source.tokens.count, text(place) != "{" { place += 1 }
    guard let close = source.close(of: place) else { return nil }
    let (attributes, modifiers) = head(before: introducer)
    return Body(
      open: source.tokens[place].range.lowerBound, close: source.tokens[close].range.lowerBound,
      attributes: attributes, modifiers: modifiers, isConditional: source.tokens[name].isConditional
    )
  }

  func modifiers(at place: Int) -> [String] {
    head(before: introducer(of: place) ?? place).modifiers
  }

  func rawValue(at name: Int) -> String? { text(name + 1) == "=" ? text(name + 2) : nil }

  func index(_ line: Int, _ character: Int) -> Int? {
    source.offset(line: line, character: character).flatMap(source.index(at:))
  }

  private func text(_ index: Int) -> String { source[index] }

  /// The `var` of a name, which is not next to the name in `var a = 1, b = 2`.
  private func introducer(of name: Int) -> Int? {
    var (place, depth) = (name, 0)
    while place >= 0 {
      switch text(place) {
      case ")", "]", "}": depth += 1
      case "(", "[", "{":
        depth -= 1
        if depth < 0 { return nil }
      case let word where depth == 0 && Self.introducers.contains(word): return place
      default: break
      }
      place -= 1
    }
    return nil
  }

  /// The attributes and modifiers in front of an introducer.
  private func head(before introducer: Int) -> (attributes: [String], modifiers: [String]) {
    var (attributes, modifiers) = ([String](), [String]())
    var end = introducer - 1
    while end >= 0 {
      let argument = text(end) == ")" ? source.open(of: end) : nil
      let word = argument.map { $0 - 1 } ?? end
      guard word >= 0, source.tokens[word].kind == .word else { break }
      if text(word - 1) == "@" || (text(word - 1) == "." && text(word - 3) == "@") {
        attributes.insert(source.tokens[word].text, at: 0)
        end = text(word - 1) == "@" ? word - 2 : word - 4
      } else if Self.modifiers.contains(source.tokens[word].text) {
        modifiers.insert(source.text(word...end), at: 0)
        end = word - 1
      } else {
        break
      }
    }
    return (attributes, modifiers)
  }

  /// The index behind a name and the type that may be written behind it.
  private func endOfType(ofNameAt name: Int) -> Int {
    text(name + 1) == ":" ? endOfType(from: name + 2) : name + 1
  }

  /// The index behind a type annotation.
  private func endOfType(from start: Int) -> Int {
    let joining: Set = ["&", "->", ".", ":", ",", "@", "any", "some", "("]
    var (place, depth) = (start, 0)
    while place < source.tokens.count {
      let token = source.tokens[place]
      switch token.text {
      case "(", "[":
        guard let close = source.close(of: place) else { return place }
        place = close
      case "<": depth += 1
      case ">" where depth > 0: depth -= 1
      case ")", "]", ">", "}", "{", ";": return place
      case "=", ",": if depth == 0 { return place }
      default:
        // An attribute at the beginning of a line is that of the next declaration.
        if depth == 0, token.beginsLine, !joining.contains(text(place - 1)),
          token.text == "@" || !joining.contains(token.text)
        {
          return place
        }
      }
      place += 1
    }
    return place
  }

  /// The index behind an initial value.
  func endOfExpression(from start: Int) -> Int {
    let operators: Set = [
      "+", "-", "*", "/", "??", "?", ":", "&&", "||", "==", "=", "&", "|", "<", ">",
    ]
    var place = start
    while place < source.tokens.count {
      let token = source.tokens[place]
      if token.beginsLine, place > start, token.text != ".", !operators.contains(token.text),
        !operators.contains(text(place - 1)), token.text != "{"
      {
        return place
      }
      switch token.text {
      case ")", "]", "}", ",", ";": return place
      case "{" where isObservers(at: place): return place
      case "<" where token.range.lowerBound == source.tokens[place - 1].range.upperBound:
        // The arguments of a generic type, whose commas end nothing.
        place = endOfType(from: place)
        continue
      case "(", "[", "{":
        guard let close = source.close(of: place) else { return place }
        place = close
      default: break
      }
      place += 1
    }
    return place
  }

  /// The arguments between two brackets, with their labels.
  func arguments(in range: Range<Int>) -> [(label: String?, range: Range<Int>)] {
    elements(in: range).map { range in
      text(range.lowerBound + 1) == ":"
        ? (text(range.lowerBound), range.dropFirst(2)) : (nil, range)
    }
  }

  /// The elements that commas separate between two brackets.
  func elements(in range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(endOfExpression(from: start), range.upperBound)
      if start < end { elements.append(start..<end) }
      start = end + 1
    }
    return elements
  }

  private func isObservers(at brace: Int) -> Bool {
    ["didSet", "willSet"].contains(text(brace + 1))
  }
}
