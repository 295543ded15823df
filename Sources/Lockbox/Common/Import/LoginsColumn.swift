/// The columns of a logins export, in the order and with the names of Firefox.
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
