/// What the detail screen shows: a login, or nothing when it was deleted in the meantime.
struct ItemDetailModel: Equatable, Sendable {
  var login: LoginRecord?
  var notice: Notice?
}
