import ReduxBridge

extension LockboxAction {
  /// The action type in ledgers: the concern and the case, such as `list.copied`.
  var typeName: String {
    let name =
      switch self {
      case .list(let action, _): "list.\(actionTypeName(of: action))"
      case .route(let action, _): "route.\(actionTypeName(of: action))"
      case .account, .items, .sync, .theme, .window: actionTypeName(of: self)
      }
    return name.split(separator: ".").prefix(2).joined(separator: ".")
  }
}
