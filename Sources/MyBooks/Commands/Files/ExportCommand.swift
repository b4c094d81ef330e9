import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `export`: writes the whole log to a JSON or CSV file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file to write; its ending, .json or .csv, tells the format."),
        question: text("Which file"))
    static let overwrite = Parameter.flag("overwrite", help: text("Replaces the file if there is one."))

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Writes the whole log to a file."),
        discussion: [text("Importing the file into an empty log gives the same log.")],
        parameters: [file.declaration, overwrite.declaration, ListOptions.shelf.declaration],
        examples: ["export books.json", "export books.csv --overwrite"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let path = try invocation[Self.file]
        try FileError.refuseDash(path, .writing)
        let write: ([Book]) -> [UInt8]
        switch (path as NSString).pathExtension.lowercased() {
        case "json": write = LogExport.json
        case "csv": write = LogExport.csv
        default: throw FileError.unknownFormat(path: path, known: [".json", ".csv"])
        }
        let mayReplace = try await session.mayReplace(path, isGiven: try invocation[Self.overwrite])
        guard let mayReplace else { return .nothingWritten }
        var descriptor = FetchDescriptor<Book>()
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves, \.quotes]
        descriptor.predicate = try ListOptions.onShelf(invocation, in: session)
        let found = try session.readableBooks(descriptor)
        let books = found.books.sorted { $0.number < $1.number }
        try session.write(write(books), to: path, replacing: mayReplace)
        return Output(
            [.message(text("Wrote %1$lld books to “%2$@”.", books.count, path))] + found.warnings,
            data: [
                .record(
                    Record(fields: [
                        .init("books", text("Books"), .number(books.count)),
                        .init("path", text("File"), .text(path)),
                    ]))
            ])
    }
}
