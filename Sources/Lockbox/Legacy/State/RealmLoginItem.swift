/// A login for an HTTP sign-in, which has a realm instead of a form.
final class RealmLoginItem: LoginItem {
  private(set) var realm: String

  init(_ record: LoginRecord, realm: String) {
    self.realm = realm
    super.init(record)
  }

  override var subtitle: String { "\(super.subtitle) · \(realm)" }

  override var httpRealm: String? { realm }

  override func update(from record: LoginRecord) {
    super.update(from: record)
    realm = record.httpRealm ?? realm
  }

  private enum CodingKeys: String, CodingKey {
    case realm
  }

  required init(from decoder: any Decoder) throws {
    realm = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .realm)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(realm, forKey: .realm)
  }
}
