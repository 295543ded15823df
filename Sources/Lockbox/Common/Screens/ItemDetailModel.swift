/// The content of the detail screen: a login, or `nil` if it was deleted meanwhile.
struct ItemDetailModel: Equatable, Sendable {
  var login: LoginRecord?
  var notice: Notice?
}
