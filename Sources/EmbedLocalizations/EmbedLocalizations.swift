import PackagePlugin
@main struct EmbedLocalizations: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] { [] }
}
