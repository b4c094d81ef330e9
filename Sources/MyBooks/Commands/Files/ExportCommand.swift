import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `export`: writes all books to a JSON or CSV file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file to write. Its ending, .json or .csv, selects the format."),
        question: text("Which file"))
    static let overwrite = Parameter.flag("overwrite", help: text("Replace the file if it exists."))

    let declaration = CommandDeclaration(
        "export", group: .files, summary: text("Exports the whole log to a file."),
        discussion: [text("Importing the file into an empty log restores the same log.")],
        parameters: [file.declaration, overwrite.declaration, BookListOptions.shelf.declaration],
        examples: [text("export books.json"), text("export books.csv --overwrite")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let path = try invocation[Self.file]
        try FileError.refuseDash(path, .writing)
        let write: ([Book]) -> [UInt8]
        switch (path as NSString).pathExtension.lowercased() {
        case "json": write = LogExport.json
        case "csv": write = LogExport.csv
        default: throw FileError.unknownFormat(path: path, known: [".json", ".csv"])
        }
        let mayReplace = try await session.mayReplace(path, isAllowed: try invocation[Self.overwrite])
        guard let mayReplace else { return .nothingWritten }
        var descriptor = FetchDescriptor<Book>()
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves, \.quotes]
        descriptor.predicate = try BookListOptions.onShelf(invocation, in: session)
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
