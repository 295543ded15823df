/// A secret that can be stored, compared and copied, but not printed by accident.
///
/// Every implicit conversion to text (`print`, string interpolation, `dump`, a debugger, a report of
/// differences) returns the same mask for each password, which hides its length too. Only
/// ``reveal()`` returns the text: search for that name to find each use of a secret.
struct Password: Hashable, Sendable, Codable {
  /// The text that stands for any password.
  static let mask = "••••••••"

  private let secret: String

  init(_ secret: String) {
    self.secret = secret
  }

  var isEmpty: Bool { secret.isEmpty }

  /// The secret itself, for the clipboard or a sign-in form.
  func reveal() -> String { secret }

  // The coding contains the bare text, since an in-memory copy must keep the secret.
  init(from decoder: any Decoder) throws {
    secret = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible {
  var description: String { Self.mask }
  var debugDescription: String { Self.mask }
}

extension Password: CustomReflectable {
  /// A mirror without children, so that reflection shows nothing.
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Password: CustomPlaygroundDisplayConvertible {
  var playgroundDescription: Any { Self.mask }
}
