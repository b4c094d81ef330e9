import Basics
import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Imports books: recognizes the format of a file, finds the book of each entry and merges it.
@MainActor
struct BookImporter: Importer {
    static let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports books from a file."),
        discussion: [
            text(
                "You can import the same file, or a newer one, again: nothing is added twice. An import overwrites only fields that you haven't changed since the last import."
            ),
            text("Books that you deleted are added again."),
            text(
                "A value that can't be read is left out and reported with its line. A row without a title or an author is skipped."
            ),
        ],
        parameters: [
            ImportParameters.file(
                text(
                    "A file from Goodreads, StoryGraph, Hardcover, LibraryThing, BookWyrm, Openreads or Calibre, or from “export”; - for standard input."
                )
            ).declaration,
            ImportParameters.dryRun.declaration,
        ],
        examples: [.verbatim("import goodreads_library_export.csv --dry-run")], changesData: true)

    /// The books, for errors.
    nonisolated private static let fileKind = ImportFileKind(
        .books,
        remedy: text(
            "Use an export of Goodreads, StoryGraph, Hardcover, LibraryThing, BookWyrm, Openreads or Calibre, or a file written by “export”."
        ),
        notAList: { text("“%@” doesn't contain a list of books.", $0) })

    private let session: BookSession
    private let related: ImportedRelations
    private var matcher: RecordMatcher<Book>?
    private let keys: BookKey.Maker

    init(_ invocation: Invocation, in session: BookSession) { self.init(session) }

    init(_ session: BookSession) {
        self.session = session
        keys = BookKey.Maker(session.localizer.language)
        related = ImportedRelations(session: session)
    }

    func open(_ start: TextFileStart, path: String) throws -> any ImportSource<ImportedBook> {
        try Self.source(start, path: path)
    }

    /// Recognizes the format of a file by its content.
    nonisolated static func source(
        _ start: TextFileStart, path: String
    ) throws -> any ImportSource<ImportedBook> {
        if start.kind == .json { return ListSource(LogFormat.self, start, path: path, kind: fileKind) }
        if let kind = start.kind { throw fileKind.foreign(kind, path: path) }
        let table = try TableStart(start, path: path)
        // A format with more needed columns comes first, because its files have the columns of others, too.
        if let source = TableSource(GoodreadsFormat.self, table) { return source }
        if let source = TableSource(LibraryThingFormat.self, table) { return source }
        if let source = TableSource(OpenreadsFormat.self, table) { return source }
        if let source = TableSource(BookWyrmFormat.self, table) { return source }
        if let source = TableSource(StoryGraphFormat.self, table) { return source }
        if HardcoverFormat.fits(table.columns), let source = TableSource(HardcoverFormat.self, table) {
            return source
        }
        if let source = TableSource(LogFormat.self, table) { return source }
        if let source = TableSource(CalibreFormat.self, table) { return source }
        let looksLikeLog = table.columns.contains { LogFormat.needed.contains($0) }
        throw fileKind.missing(
            looksLikeLog ? LogFormat.needed : GoodreadsFormat.needed, in: table, path: path)
    }

    mutating func begin() throws {
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.identifier, \.source, \.title, \.author, \.isbn]
        let keys = keys
        matcher = try RecordMatcher(descriptor, in: session.context) { book in
            ImportKey(
                identifier: book.identifier, source: book.source,
                natural: keys.importKeys(title: book.title, author: book.author, isbn: book.isbn))
        }
    }

    mutating func take(_ rows: [ImportRow<ImportedBook>], _ report: inout ImportReport) async throws {
        for row in rows {
            guard let imported = row.entry else { continue }
            report.note(row.problems, of: imported.title, at: row.position)
            try await take(imported, at: row.position, &report)
        }
    }

    private mutating func take(
        _ entry: ImportedBook, at position: Int, _ report: inout ImportReport
    ) async throws {
        var imported = entry
        let (keys, context) = (keys, session.context)
        let key = ImportKey(
            identifier: imported.identifier, source: imported.source,
            natural: keys.importKeys(
                title: entry.title, author: entry.author, isbn: entry.details[.isbn]?.written))
        if let (book, mayTakeSource) = try matcher?.match(key, in: context) {
            if !mayTakeSource { imported.source = nil }
            if try await BookMerge.merge(imported, at: position, into: book, related, &report) {
                report.changed += 1
            } else {
                report.unchanged += 1
            }
            return
        }
        if imported.added == nil {
            // If the file has no date added, use today. If the book was read earlier, use the reading date
            // instead.
            imported.added = [session.today, imported.started?.first, imported.completed?.first].compactMap(
                \.self
            ).min()
            imported.recordGuess(of: .added)
        }
        let book = Book(
            identifier: imported.identifier ?? UUID.random(), title: imported.title, author: imported.author,
            added: imported.added ?? session.today)
        session.context.insert(book)
        try await BookMerge.fill(book, with: imported, related)
        matcher?.add(
            book, ImportKey(identifier: book.identifier, source: imported.source, natural: []))
        report.added += 1
    }

    mutating func releaseSavedObjects() {
        matcher?.releaseSavedObjects()
        related.releaseSavedObjects()
    }

    mutating func finish(_ report: inout ImportReport) async throws {
        try await related.removeEmptyShelves()
        let shelves = related.newShelves.sorted()
        report.others = [
            .init("newShelves", text("New shelves"), Cell(.list(shelves.map { .string($0) }), .empty))
        ]
        if shelves.isEmpty { return }
        let names = shelves.map { TextArgument.text(text("“%@”", $0)) }
        report.messages.append(.message(text("New shelves: %@.", TextArgument.list(names))))
    }

    func output(_ report: ImportReport, isDryRun: Bool) -> Output {
        report.output(
            isDryRun: isDryRun,
            isDryRun
                ? text(
                    "Would add %1$lld, merge %2$lld, leave %3$lld unchanged and skip %4$lld.", report.added,
                    report.changed, report.unchanged, report.skipped.count)
                : text(
                    "Added %1$lld, merged %2$lld, left %3$lld unchanged, skipped %4$lld.", report.added,
                    report.changed, report.unchanged, report.skipped.count),
            fields: [
                .init("added", text("Added"), .number(report.added)),
                .init("merged", text("Merged"), .number(report.changed)),
                .init("unchanged", text("Unchanged"), .number(report.unchanged)),
            ])
    }

    func label(_ report: ImportReport, path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld books added, %3$lld merged.", path, report.added, report.changed)
    }

    func progress(_ report: ImportReport) -> LocalizedText { text("Importing: %lld rows", report.total) }
}

/// `import`: imports a Goodreads library export, or a file that `export` wrote.
typealias ImportCommand = FileImportCommand<BookImporter>
