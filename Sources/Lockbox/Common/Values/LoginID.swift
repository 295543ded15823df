/// The identity of one login: the `guid` of the export, kept through every edit and sync.
struct LoginID: Hashable, Codable, Sendable, CustomStringConvertible {
  let guid: String

  var description: String { guid }
}

extension LoginID {
  init(_ guid: String) {
    self.init(guid: guid)
  }
}
