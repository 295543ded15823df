import PackagePlugin

/// `swift package landbridge`: reads the package and prints.
@main struct LandbridgePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try PackageCommand(context: context, packageManager: packageManager, arguments: arguments)
      .run(["--read-only"])
  }
}
