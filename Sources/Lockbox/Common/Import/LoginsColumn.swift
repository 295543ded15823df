/// The columns of a logins export, named and ordered as Firefox writes them.
enum LoginsColumn: String, CaseIterable {
  case url
  case username
  case password
  case httpRealm
  case formActionOrigin
  case guid
  case timeCreated
  case timeLastUsed
  case timePasswordChanged
}
