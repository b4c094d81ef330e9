import Foundation
import PackagePlugin

/// Embeds the files of a target's `Data` folder as Swift source, so that the binary needs no resource files.
///
/// The target gets `enum EmbeddedFiles`, which returns the contents of a file for its path, such as
/// `pl.lproj/awards.json`.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Data")
        let source = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        // As with the string tables, the tool changes the stamp, so that it runs at each build and detects
        // added and removed files.
        let stamp = context.pluginWorkDirectoryURL.appending(path: "LastRun")
        try Data().write(to: stamp)
        return [
            .buildCommand(
                displayName: "Embedding data files of \(target.name)",
                executable: try context.tool(named: "LocalizationEmbedder").url,
                arguments: ["--files"] + [folder, source, stamp].map { $0.path(percentEncoded: false) },
                inputFiles: [folder, stamp],
                outputFiles: [source])
        ]
    }
}
