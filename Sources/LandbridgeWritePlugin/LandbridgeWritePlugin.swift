import PackagePlugin

/// `swift package landbridge-write`: writes drafts into the package.
@main struct LandbridgeWritePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try PackageCommand(context: context, packageManager: packageManager, arguments: arguments)
      .run([])
  }
}
