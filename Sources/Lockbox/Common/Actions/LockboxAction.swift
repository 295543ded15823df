/// All actions of the app: an enum for each concern, with the window where there is one.
enum LockboxAction: Hashable, Sendable {
  case account(AccountAction)
  case sync(SyncAction)
  case items(ItemAction)
  case list(ItemListAction, WindowID)
  case route(RouteAction, WindowID)
  case theme(ThemeAction)
  case window(WindowAction)
}
