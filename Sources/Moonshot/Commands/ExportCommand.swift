import Foundation
import Localization
import Shell
import Suite

/// `export`: writes the missions and astronauts, with favourites and notes, to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file to write. Its ending, .json, .csv, .md or .html, selects the format."),
        question: text("Which file"))
    static let overwrite = Parameter.flag("overwrite", help: text("Replace the file if it exists."))

    let declaration = CommandDeclaration(
        "export", group: .files,
        summary: text("Exports missions, astronauts, favourites and notes to a file."),
        parameters: [file.declaration, overwrite.declaration],
        examples: [
            .verbatim("export apollo.json"), .verbatim("export apollo.csv"),
            .verbatim("export apollo.md --overwrite"),
            .verbatim("export apollo.html"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let path = try invocation[Self.file]
        try FileError.refuseDash(path, .writing)
        let format: OutputFormat
        switch (path as NSString).pathExtension.lowercased() {
        case "json": format = .json
        case "csv": format = .csv
        case "md", "markdown": format = .markdown
        case "html", "htm": format = .html
        default: throw FileError.unknownFormat(path: path, known: [".json", ".csv", ".md", ".html"])
        }
        let mayReplace = try await session.mayReplace(path, isAllowed: try invocation[Self.overwrite])
        guard let mayReplace else { return .nothingWritten }
        let export = try MoonshotExport(session)
        try session.write(try export.bytes(format, session.localizer), to: path, replacing: mayReplace)
        return Output(
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
            ])
    }
}
