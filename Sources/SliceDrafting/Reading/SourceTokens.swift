import Foundation

/// The tokens of a Swift file, as far as declarations need them: comments are left out, a string is one
/// token, and the conditions of `#if` are remembered.
struct SourceTokens {
  struct Token {
    enum Kind { case word, number, string, mark }

    let kind: Kind
    let text: String
    /// The place in the UTF-8 of the file.
    let range: Range<Int>
    /// Whether a line ends between the previous token and this one.
    let beginsLine: Bool
    /// Whether the token is between `#if` and `#endif`.
    let isConditional: Bool

    var isWord: Bool { kind == .word }
  }

  /// The path of the file; empty where a text is none.
  let path: String
  let bytes: [UInt8]
  private(set) var tokens: [Token] = []
  private var lineStarts = [0]
  /// The bracket that belongs to each bracket, by their indexes.
  private var partners: [Int: Int] = [:]
  private var openBrackets: [Int] = []
  private var position = 0
  private var depthOfConditions = 0
  private var isAtLineStart = true
  /// Up to where no slash begins a regular expression.
  private var endOfSlashes = 0

  init(_ text: String, path: String = "") {
    self.path = path
    bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lineStarts.append(index + 1)
    }
    // Columns count a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count { scan() }
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The offset of a line and a character in UTF-8, both from 0; nil outside of the file.
  func offset(line: Int, character: Int) -> Int? {
    guard lineStarts.indices.contains(line), 0...bytes.count - lineStarts[line] ~= character
    else { return nil }
    return lineStarts[line] + character
  }

  /// The line and the character in UTF-8 of an offset, both from 0.
  func place(of offset: Int) -> (line: Int, character: Int) {
    let line = (lineStarts.firstIndex { $0 > offset } ?? lineStarts.count) - 1
    return (line, offset - lineStarts[line])
  }

  /// The index of the token that contains an offset.
  func index(at offset: Int) -> Int? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < tokens.count, tokens[low].range.contains(offset) else { return nil }
    return low
  }

  /// The text between two tokens, both included.
  func text(_ range: ClosedRange<Int>) -> String {
    let (start, end) = (
      tokens[range.lowerBound].range.lowerBound, tokens[range.upperBound].range.upperBound
    )
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text of the token at an index; empty where there is none.
  subscript(index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// Whether a name is bound at a place: `let name`, `case .edit(let name)` or `case let .edit(of: name)`.
  func binds(_ place: Int) -> Bool {
    let stops: Set = ["let", "var", "where", "as", "is"]
    let head = tokens[..<place].lastIndex {
      stops.contains($0.text) || !$0.isWord && !["(", ",", ":", "."].contains($0.text)
    }
    guard let head, ["let", "var"].contains(self[head]) else { return false }
    let isName = self[place - 1] == "." || self[place + 1] == ":"
    return head == place - 1 || self[head - 1] == "case" && !isName
  }

  /// Whether a call is a statement: nothing uses its result.
  func isStatement(_ start: Int, upTo open: Int) -> Bool {
    let end = index(behind: open)
    let isFirst =
      tokens[start].beginsLine
      ? ![",", "=", "return", "(", "&&", "||"].contains(self[start - 1])
      : ["{", ";", "in", ":"].contains(self[start - 1])
    return isFirst
      && (end >= tokens.count || tokens[end].beginsLine || [";", "}"].contains(self[end]))
      && ![".", "?", "+", "-", "==", "&&", "||"].contains(self[end])
  }

  func isAssignment(at index: Int) -> Bool {
    ["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="]
      .contains(self[index])
  }

  /// Whether a space or a line end is in front of a token.
  func hasSpace(before index: Int) -> Bool {
    index > 0 && tokens[index].range.lowerBound > tokens[index - 1].range.upperBound
  }

  /// The index behind a token, or behind the bracket that closes it.
  func index(behind index: Int) -> Int {
    (["(", "[", "{"].contains(self[index]) ? close(of: index) ?? index : index) + 1
  }

  /// The indexes of the tokens outside of brackets, and of the brackets that open there.
  var outer: [Int] {
    sequence(first: 0) { index(behind: $0) }.prefix { $0 < tokens.count }
  }

  /// Cuts tokens at a mark outside of brackets.
  func parts(of range: Range<Int>, at mark: String = ",") -> [Range<Int>] {
    var (found, start, place) = ([Range<Int>](), range.lowerBound, range.lowerBound)
    while place < range.upperBound {
      if self[place] == mark {
        found.append(start..<place)
        start = place + 1
      }
      place = index(behind: place)
    }
    return start < range.upperBound ? found + [start..<range.upperBound] : found
  }

  /// The code that a string interpolates, each in its brackets; nil where one is not closed.
  static func interpolations(in string: String) -> [SourceTokens]? {
    let start = "\\" + string.prefix { $0 == "#" } + "("
    var (found, rest) = ([SourceTokens](), Substring(string))
    while let next = rest.firstRange(of: start) {
      let inner = SourceTokens(String(rest[rest.index(before: next.upperBound)...]))
      guard let close = inner.close(of: 0), close > 1 else { return nil }
      found.append(SourceTokens(inner.text(0...close)))
      rest = Substring(
        rest[next.upperBound...].utf8.dropFirst(inner.tokens[close].range.lowerBound))
    }
    return found
  }

  /// The index of the bracket that closes the one at `index`; nil when none does.
  func close(of index: Int) -> Int? { partners[index].flatMap { $0 > index ? $0 : nil } }

  /// The index of the bracket that the one at `index` closes; nil when there is none.
  func open(of index: Int) -> Int? { partners[index].flatMap { $0 < index ? $0 : nil } }

  /// The index of the nearest open bracket in front of a token; nil outside of brackets.
  func open(around index: Int) -> Int? {
    var place = index - 1
    while place >= 0, !["(", "[", "{"].contains(self[place]) {
      place = (open(of: place) ?? place) - 1
    }
    return place < 0 ? nil : place
  }

  // MARK: Scanning

  private mutating func scan() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\n"):
      isAtLineStart = true
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
    case UInt8(ascii: "\""): scanString(pounds: 0)
    case UInt8(ascii: "/"): scanSlash()
    case UInt8(ascii: "#"): scanPound()
    case UInt8(ascii: "`"):
      add(.word, upTo: (bytes[(position + 1)...].firstIndex(of: byte) ?? bytes.count - 1) + 1)
    default:
      if Self.isNumber(byte) {
        scanNumber()
      } else if Self.isWord(byte) {
        add(.word, upTo: end(from: position, while: Self.isWord))
      } else {
        scanMark(byte)
      }
    }
  }

  private mutating func scanNumber() {
    var end = end(from: position, while: Self.isWord)
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), Self.isNumber(bytes[end + 1]) {
      end = self.end(from: end + 1, while: Self.isWord)
    }
    add(.number, upTo: end)
  }

  /// Brackets, commas and the like are tokens of their own; operators are joined.
  private mutating func scanMark(_ byte: UInt8) {
    let operators = Set("/=-+!*%<>&|^~?.".utf8)
    // Angle brackets and question marks of types stay single, so that `[A<B>]?` is read as a type.
    let isSingle = "<>?!.&".utf8.contains(byte) && peek(1) != UInt8(ascii: "=")
    let end = isSingle ? position : end(from: position, while: operators.contains)
    add(.mark, upTo: max(end, position + 1))
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      openBrackets.append(tokens.count - 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard let open = openBrackets.popLast() else { return }
      (partners[open], partners[tokens.count - 1]) = (tokens.count - 1, open)
    default: break
    }
  }

  private mutating func scanPound() {
    var pounds = 0
    while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if peek(pounds) == UInt8(ascii: "\"") { return scanString(pounds: pounds) }
    if pounds > 1 { return add(.word, upTo: position + pounds) }
    let end = end(from: position + 1, while: Self.isWord)
    switch String(decoding: bytes[position..<end], as: UTF8.self) {
    case "#if":
      depthOfConditions += 1
      skipLine()
    case "#elseif", "#else", "#sourceLocation": skipLine()
    case "#endif":
      depthOfConditions = max(0, depthOfConditions - 1)
      skipLine()
    default: add(.word, upTo: end)
    }
  }

  private mutating func skipLine() {
    position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      let rest = bytes[position...]
      let step = rest.starts(with: "/*".utf8) ? 1 : rest.starts(with: "*/".utf8) ? -1 : 0
      if bytes[position] == UInt8(ascii: "\n") { isAtLineStart = true }
      depth += step
      position += step == 0 ? 1 : 2
    } while depth > 0 && position < bytes.count
  }

  /// A regular expression, or the operator, which is behind a value or in front of a space.
  private mutating func scanSlash() {
    let (last, next) = (tokens.last, peek(1))
    let isBehindMark = last.map {
      $0.kind == .mark && ![")", "]", "}", "?", "!"].contains($0.text)
    }
    let byte = bytes[position]
    guard isBehindMark == true, next != UInt8(ascii: " "), position >= endOfSlashes
    else { return scanMark(byte) }
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "/") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    if end < bytes.count, bytes[end] == byte { return add(.string, upTo: end + 1) }
    endOfSlashes = end
    scanMark(byte)
  }

  /// A string with everything that is interpolated into it: code in brackets, with strings of its own.
  private mutating func scanString(pounds: Int) {
    // The strings around a place, each with the brackets that are open in its interpolation.
    var strings: [(closing: [UInt8], escape: [UInt8], depth: Int)] = []
    let quote = UInt8(ascii: "\"")
    var end = position
    func open(pounds: Int) {
      let quotes = bytes[(end + pounds)...].starts(with: [quote, quote, quote]) ? 3 : 1
      let marks = [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
      strings.append(
        ([UInt8](repeating: quote, count: quotes) + marks, [UInt8(ascii: "\\")] + marks, 0))
      end += pounds + quotes
    }
    open(pounds: pounds)
    while end < bytes.count, let string = strings.last {
      let last = strings.count - 1
      let (byte, rest) = (bytes[end], bytes[end...])
      if string.depth > 0 {
        let pounds = byte == UInt8(ascii: "#") ? rest.prefix { $0 == byte }.count : 0
        let isString = rest.dropFirst(pounds).first == quote
        if byte == UInt8(ascii: "(") { strings[last].depth += 1 }
        if byte == UInt8(ascii: ")") { strings[last].depth -= 1 }
        if isString { open(pounds: pounds) } else { end += max(1, pounds) }
      } else if rest.starts(with: string.closing) {
        strings.removeLast()
        end += string.closing.count
      } else if rest.starts(with: string.escape) {
        end += string.escape.count
        let isCode = end < bytes.count && bytes[end] == UInt8(ascii: "(")
        if isCode { strings[last].depth = 1 }
        end += 1
      } else {
        end += 1
      }
    }
    add(.string, upTo: min(bytes.count, end))
  }

  private mutating func add(_ kind: Token.Kind, upTo end: Int) {
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[position..<end], as: UTF8.self),
        range: position..<end, beginsLine: isAtLineStart, isConditional: depthOfConditions > 0))
    isAtLineStart = false
    position = end
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func end(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    return end
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isNumber(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
