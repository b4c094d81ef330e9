import Foundation
import Localization
import Shell
import Suite

/// `export`: writes the missions and astronauts, with favourites and notes, to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text("The file to write. Its ending, .json, .csv, .md or .html, selects the format."),
        question: text("Which file"))
    private static let endings = [".json", ".csv", ".md", ".html"]
    static let format = ExportTarget.formatOption(endings)

    let declaration = CommandDeclaration(
        "export", group: .files,
        summary: text("Exports missions, astronauts, favourites and notes to a file."),
        parameters: [file.declaration, format.declaration, ExportTarget.overwrite.declaration],
        examples: [
            .verbatim("export apollo.json"), .verbatim("export apollo.csv"),
            .verbatim("export apollo.md --overwrite"),
            .verbatim("export apollo.html"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let path = try invocation[Self.file]
        let isLongEnding = (path as NSString).pathExtension.lowercased() == "markdown"
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format] ?? (isLongEnding ? "md" : nil),
            known: Self.endings,
            invocation)
        guard let target else { return .nothingWritten }
        let format: OutputFormat =
            switch target.format {
            case "csv": .csv
            case "md": .markdown
            case "html": .html
            default: .json
            }
        let export = try MoonshotExport(session)
        return try session.write(
            try export.bytes(format, session.localizer), to: target,
            Output(
                [
                    .message(
                        text(
                            "Wrote %1$@ and %2$@ to “%3$@”.", text("%lld missions", export.missions.count),
                            text("%lld astronauts", export.astronauts.count), path))
                ],
                data: [
                    .record(
                        Record(fields: [
                            .init("missions", text("Missions"), .number(export.missions.count)),
                            .init("astronauts", text("Astronauts"), .number(export.astronauts.count)),
                            .init("path", text("File"), .text(path)),
                        ]))
                ]))
    }
}
