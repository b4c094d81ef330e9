import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `export`: writes all books to a file.
struct ExportCommand: Command {
    /// The formats of files.
    enum Format: String, CaseIterable, Sendable {
        case json, csv, markdown, goodreads

        /// The ending of the format's files. Goodreads' files are CSV, so they need `--as`.
        var ending: String? {
            switch self {
            case .json: "json"
            case .csv: "csv"
            case .markdown: "md"
            case .goodreads: nil
            }
        }
    }

    static let file = Parameter.required(
        "file", .path, help: text("The file to write. Its ending, .json, .csv or .md, selects the format."),
        question: text("Which file"))
    static let format = Parameter.option(
        "as", .choice(Format.allCases.map { Choice($0.rawValue, $0) }),
        help: text("The format: json, csv, markdown, or goodreads for a CSV file in the form of Goodreads."))

    let declaration = CommandDeclaration(
        "export", group: .files,
        summary: text("Exports the log, or the books that meet conditions, to a file."),
        discussion: [
            text("Importing a JSON or CSV file into an empty log restores the same log."),
            text("Goodreads and StoryGraph can import a file that was written with --as goodreads."),
        ],
        parameters: [
            file.declaration, format.declaration, ExportTarget.overwrite.declaration,
            BookListOptions.shelf.declaration, BookListOptions.conditions.declaration,
        ],
        examples: [
            text("export books.json"), text("export books.csv --overwrite"),
            .verbatim("export lem.md author:lem is:completed"),
            .verbatim("export goodreads.csv --as goodreads"),
        ])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let path = try invocation[Self.file]
        let named = try invocation[Self.format]
        let target = try await session.exportTarget(
            path, as: named?.rawValue, known: Format.allCases.compactMap(\.ending).map { "." + $0 },
            invocation)
        guard let target, let format = named ?? Format.allCases.first(where: { $0.ending == target.format })
        else { return .nothingWritten }
        var descriptor = FetchDescriptor<Book>()
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves, \.quotes, \.readings]
        let condition = try session.condition(invocation[BookListOptions.conditions], session.conditions)
        descriptor.predicate = try BookListOptions.onShelf(invocation, in: session)
        let found = try session.readableBooks(descriptor, meeting: condition)
        let books = found.books.sorted { $0.number < $1.number }
        let bytes: [UInt8]
        var warnings = found.warnings
        switch format {
        case .json:
            let isWhole = descriptor.predicate == nil && condition.isEmpty
            bytes = LogExport.json(
                books, goals: isWhole ? try session.goals(of: nil) : [],
                views: isWhole ? try session.viewEntries() : [])
        case .csv: bytes = LogExport.csv(books)
        case .markdown: bytes = MarkdownLog(session.localizer).write(books)
        case .goodreads:
            let result = LogExport.goodreads(books)
            bytes = result.bytes
            if result.rounded > 0 {
                warnings.append(
                    .warning(text("Goodreads knows only whole stars: rounded %lld ratings.", result.rounded)))
            }
        }
        var output = Output(
            text("Wrote %1$lld books to “%2$@”.", books.count, path),
            fields: [
                .init("books", text("Books"), .number(books.count)),
                .init("path", text("File"), .text(path)),
            ])
        output.blocks += warnings
        return try session.write(bytes, to: target, output)
    }
}
