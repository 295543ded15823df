/// The identity of one login: the `guid` of the export, kept through every edit and sync.
struct LoginID: Hashable, Codable, Sendable, CustomStringConvertible {
  let guid: String

  init(_ guid: String) {
    self.guid = guid
  }

  var description: String { guid }
}
