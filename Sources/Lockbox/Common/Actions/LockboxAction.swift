/// Everything that can happen in the app.
///
/// Each concern has a small enum of its own. What belongs to one window says which.
enum LockboxAction: Hashable, Sendable {
  case account(AccountAction)
  case sync(SyncAction)
  case items(ItemAction)
  case list(ItemListAction, WindowID)
  case route(RouteAction, WindowID)
  case theme(ThemeAction)
  case window(WindowAction)
}
