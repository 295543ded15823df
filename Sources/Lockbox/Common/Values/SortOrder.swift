/// The order of the item list.
enum SortOrder: String, Sendable, Codable, CaseIterable {
  /// By the site's title, A to Z; equal titles by username.
  case title
  /// The login that was used last comes first.
  case lastUsed
}
