/// The meaning of an expression of a reduce block, and its text in the reducer.
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

  /// Where an object was found, which may change.
  enum Origin {
    /// Among the objects at a place, by a condition on `$0`.
    case search(place: String, Storage, condition: String)
    /// In one of several places of the object at a place.
    case home(place: String, ClassUse)
    /// Behind the key of a dictionary that its text has.
    case key
    /// Among the objects at a place, by an index or a key with the name of a parameter.
    case parameter(String, place: String, Storage)

    /// The expression of the index or the key; nil for several places.
    var index: String? {
      switch self {
      case .search(let place, .list, let condition):
        "\(place).firstIndex(where: { \(condition) })"
      case .search(let place, _, let condition):
        "\(place).first(where: { \(condition.replacing("$0", with: "$0.value")) })?.key"
      case .parameter(let name, _, _): name
      case .home, .key: nil
      }
    }
  }

  var kind = Kind.value
  var text: String
  var isOptional = false
  /// Whether a question mark of its text makes all that follows optional.
  var isChained = false
  /// The binding or the loop that copied the object; nil for a place in the slice.
  var binding: String?
  /// The place of a collection; nil for the result of a call.
  var place: String?
  var origin: Origin?
  /// The number of changes before it got its name.
  var born = 0
  /// The values of a new object, by the names of the properties.
  var parts: [String: String]?
  /// The objects around this one, by their classes.
  var owners: [ClassUse: Meaning] = [:]
  var isOfOtherSlice = false
  /// Whether it is an object that a call returned, whose copy would change.
  var isCopy = false
  /// Whether a method returned it, which is called once.
  var isCall = false
  /// Whether observers run when it is set.
  var isObserved = false

  /// The text, in parentheses where an operator next to it would take a part of it.
  var operand: String {
    let source = SourceTokens(text)
    return source.outer.contains(where: source.hasSpace) ? "(\(text))" : text
  }

  /// The last property on the way to it.
  var property: String {
    let source = SourceTokens(text)
    return source.outer.last { source.tokens[$0].isWord }.map { source[$0] } ?? ""
  }

  var isValue: Bool { if case .value = kind { true } else { false } }
  var object: ClassUse? { if case .object(let use) = kind { use } else { nil } }

  /// The meaning of something that is reached from this.
  func with(_ kind: Kind, _ text: String, isOptional: Bool = false) -> Meaning {
    var result = self
    (result.kind, result.text, result.isOptional) = (kind, text, isOptional || isChained)
    (result.origin, result.parts, result.place) = (nil, nil, nil)
    (result.isObserved, result.isCall) = (false, false)
    return result
  }

  /// An object that a name stands for.
  func named(_ name: String) -> Meaning {
    var result = with(kind, name)
    (result.isOptional, result.isChained) = (false, false)
    return result
  }
}

/// Why a translation ends.
enum TranslationError: Error {
  /// A statement that has no translation, with the reason.
  case untranslatable(String)
  /// A binding whose object changes: it has to be a place rather than a copy.
  case needsPlace(String)
  /// A case that has no translation, by the place of its label, with the reason.
  case leaves(Int, String)
  /// A method that uses more than its object and what that owns.
  case needsSlice
}
