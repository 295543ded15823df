/// A secret that can be stored, compared and copied, but not printed by accident.
///
/// Every implicit conversion to text (`print`, string interpolation, `dump`, a debugger, a report of
/// differences) returns the same mask for each password, which hides its length too. Only
/// ``reveal()`` returns the text: search for that name to find each use of a secret.
package struct Password: Hashable, Sendable, Codable {
  package static let mask = "••••••••"

  private let secret: String

  package init(_ secret: String) {
    self.secret = secret
  }

  /// The secret itself, for the clipboard or a sign-in form.
  package func reveal() -> String { secret }

  // The coding contains the bare text, since an in-memory copy must keep the secret.
  package init(from decoder: any Decoder) throws {
    secret = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { Self.mask }
  package var debugDescription: String { Self.mask }
  /// A mirror without children, so that reflection shows nothing.
  package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
