/// The texts that the simulated user types.
enum SessionWords {
  private static let filters = ["", "", "a", "bank", "EXAMPLE.org", "shop", "ö", "my.", "zz", "@"]
  private static let people = ["ada", "björn", "chloé", "noor", "wei", "zoë"]

  /// An account that every server refuses.
  static let unknownEmail = "stranger@mail.example"

  static func filter(using random: inout SessionRandom) -> String {
    filters[Int.random(in: 0..<filters.count, using: &random)]
  }

  static func email(using random: inout SessionRandom) -> String {
    "\(people[Int.random(in: 0..<people.count, using: &random)])@mail.example"
  }

  static func password(using random: inout SessionRandom) -> Password {
    Password("typed-\(String(random.next(), radix: 36))")
  }
}
