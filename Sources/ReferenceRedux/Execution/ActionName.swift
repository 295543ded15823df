/// The short name of an action for messages: its identifier, its enum case, or its type.
func actionName<Action>(_ action: Action) -> String {
  if let action = action as? any ReduxAction { return "`\(action.identifier)`" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "`\(type(of: action))`" }
  return "`\(mirror.children.first?.label ?? "\(action)")`"
}
