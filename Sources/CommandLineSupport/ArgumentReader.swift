/// Reads the arguments of a program one after the other.
package struct ArgumentReader {
  package enum Argument: Hashable {
    /// The name of an option, with its dashes and without its value.
    case option(String)
    /// An argument that begins with no dash.
    case operand(String)
  }

  private var rest: ArraySlice<String>
  private let repeatable: Set<String>
  /// The names of the options that were read.
  package private(set) var given: Set<String> = []
  /// The name of the option that was read last.
  private var name = ""
  /// The value that follows it after an equals sign.
  private var attached: String?

  /// Creates a reader of the arguments without the name of the program; the repeatable options may be
  /// given more than once.
  package init(_ arguments: [String], repeatable: Set<String> = []) {
    rest = arguments[...]
    self.repeatable = repeatable
  }

  /// The next argument, or `nil` at the end.
  ///
  /// - Throws: `UsageError` for an option that was given before.
  package mutating func next() throws(UsageError) -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    guard argument.hasPrefix("-") else { return .operand(argument) }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    attached = parts.count > 1 ? String(parts[1]) : nil
    guard given.insert(name).inserted || repeatable.contains(name) else {
      throw UsageError("\(name) is given twice")
    }
    return .option(name)
  }

  /// Returns `true`, for an option without a value.
  package func flag() throws(UsageError) -> Bool {
    guard attached == nil else { throw UsageError("\(name) takes no value") }
    return true
  }

  /// The value of the option, which is neither empty nor another option; `kind` is what it needs.
  package mutating func value(_ kind: String) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
      throw UsageError("\(name) needs \(kind)")
    }
    return value
  }

  /// The value of the option as a whole number in a range, which `kind` describes.
  package mutating func number<Number: FixedWidthInteger>(
    _ kind: String, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number {
    guard let number = Number(try value(kind)), range.contains(number) else {
      throw UsageError("\(name) needs \(kind)")
    }
    return number
  }

  /// The value of an option that may have none: not the next argument if it is another option, or
  /// an operand by its form.
  package mutating func optionalValue(unless isOperand: (String) -> Bool) -> String? {
    guard attached == nil, let next = rest.first, !next.hasPrefix("-"), !isOperand(next) else {
      return attached
    }
    return rest.removeFirst()
  }
}

/// An error in the command line itself, before the program does any work.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
