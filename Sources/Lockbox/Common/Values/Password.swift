/// A secret that can be stored, compared and copied, but not printed by accident.
///
/// Whatever turns a value into text by itself (`print`, string interpolation, `dump`, a debugger,
/// a report of differences) gets the same mask for each password, so that not even its length
/// shows. The text is handed out by ``reveal()`` alone: search for that name to find each place
/// that sees a secret.
struct Password: Hashable, Sendable, Codable {
  /// What is shown instead of any password.
  static let mask = "••••••••"

  private let secret: String

  init(_ secret: String) {
    self.secret = secret
  }

  /// Whether there is nothing to keep secret.
  var isEmpty: Bool { secret.isEmpty }

  /// The secret itself, for the clipboard or a sign-in form.
  func reveal() -> String { secret }

  // Coded as the bare text: an in-memory copy must carry the secret.
  init(from decoder: any Decoder) throws {
    secret = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}
