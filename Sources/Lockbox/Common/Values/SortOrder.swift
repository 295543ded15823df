enum SortOrder: String, Sendable, Codable, CaseIterable {
  /// By the site's title, then by username.
  case title
  /// The most recently used login first.
  case lastUsed
}
