/// What an expression of a reduce block stands for, and its text in the reducer.
struct Meaning {
  enum Kind {
    /// The state as a whole.
    case state
    case object(ClassUse)
    /// Objects that one property owns, in an array or, as a dictionary, by their ids or keys.
    case objects(ClassUse, Storage)
    /// The id of an object, or the ids of some.
    case reference(ObjectPlan.Alias)
    case value
    /// Nothing that the reducer has; the text is the reason.
    case foreign
  }

  enum Storage { case list, set, dictionary }

  var kind = Kind.value
  var text: String
  var isOptional = false
  /// Whether a question mark of its text makes all that follows optional.
  var isChained = false
  /// The binding or the loop that copied the object; nil for a place in the slice.
  var binding: String?
  /// Where a collection stands; nil for what a call returned.
  var place: String?
  /// Whether it stands for the ids of a list of references.
  var isReferenced = false
  /// The objects that are searched for one, and the condition on `$0`.
  var search: (place: String, storage: Storage, condition: String)?
  /// The object that has the one that was found in one of several places.
  var home: (place: String, use: ClassUse)?
  /// The values of a new object, by the names of the properties.
  var parts: [String: String]?
  /// The objects around this one, by their classes.
  var owners: [ClassUse: Meaning] = [:]
  var isOfOtherSlice = false
  /// Whether observers run when it is set.
  var isObserved = false

  /// The text, in parentheses where an operator next to it would take a part of it.
  var operand: String {
    var (depth, isString) = (0, false)
    for character in text {
      if character == "\"" { isString.toggle() }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == " ", depth == 0, !isString { return "(\(text))" }
    }
    return text
  }

  var isValue: Bool { if case .value = kind { true } else { false } }
  var object: ClassUse? { if case .object(let use) = kind { use } else { nil } }

  /// What is reached from this.
  func with(_ kind: Kind, _ text: String, isOptional: Bool = false) -> Meaning {
    var result = self
    (result.kind, result.text, result.isOptional) = (kind, text, isOptional || isChained)
    (result.search, result.home, result.parts, result.place) = (nil, nil, nil, nil)
    return result
  }
}

/// Why a translation ends.
enum TranslationError: Error {
  /// A statement that has no translation, with the reason.
  case untranslatable(String)
  /// A binding whose object changes: it has to be a place rather than a copy.
  case needsPlace(String)
}
