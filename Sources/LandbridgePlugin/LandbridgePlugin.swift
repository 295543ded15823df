import PackagePlugin

/// `swift package landbridge`: reads the package and prints.
@main struct LandbridgePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try PackageCommand(context, packageManager, arguments).run(["--read-only"])
  }
}
