import Foundation
import PackagePlugin

/// Embeds the string tables of the package's `Localization` folder in a target as Swift source.
@main
struct EmbedLocalizations: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Localization")
        let source = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTables.swift")
        // The build plan is cached, so tables can't be listed as inputs: added and removed ones would go
        // unnoticed. Instead, the tool changes this input, so that it runs at each build. That takes a few
        // milliseconds, and the source file changes only if a table has changed.
        let stamp = context.pluginWorkDirectoryURL.appending(path: "LastRun")
        try Data().write(to: stamp)
        return [
            .buildCommand(
                displayName: "Embedding string tables",
                executable: try context.tool(named: "LocalizationEmbedder").url,
                arguments: [folder, source, stamp].map { $0.path(percentEncoded: false) },
                inputFiles: [folder, stamp],
                outputFiles: [source])
        ]
    }
}
