import Foundation
import PackagePlugin

/// Builds the string tables of the package's `Localization` folder into a target as Swift source.
@main
struct EmbedLocalizations: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Localization")
        let source = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTables.swift")
        // The build is planned once and the plan is kept, so that the tables can't be listed as inputs here: one
        // added later would not be noticed, and one removed later would be missed. Instead the tool changes this
        // input at each run, which makes it run at each build. That takes some milliseconds, and the tool leaves
        // the source file alone where no table has changed.
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
