/// Changes of what names stand for: a place or a copy may be another one behind them.
extension BlockTranslator {
  /// Gives a name to what it stands for from here on.
  func name(_ name: String, _ meaning: Meaning) {
    names[name] = meaning
    names[name]?.born = changes.count
  }

  func noteChange(of target: Meaning, appends: Bool = false) {
    changes.count += 1
    if appends {
      changes.appended[target.property] = changes.count
    } else {
      changes.written[target.property] = changes.count
    }
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
