import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

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
            text(
                "For any other CSV file, --map names the columns and their fields. At a terminal, the program asks for them. It remembers the answer for files with the same columns."
            ),
        ],
        parameters: [
            ImportParameters.file(
                text(
                    "A file from Goodreads, StoryGraph, Hardcover, LibraryThing, BookWyrm, Openreads, BookBuddy, Libib, Open Library, Calibre, Kindle or Readwise, or from “export”; - for standard input."
                )
            ).declaration,
            map.declaration, ImportParameters.dryRun.declaration, TextEncoding.option.declaration,
        ],
        examples: [
            .verbatim("import goodreads_library_export.csv --dry-run"),
            text("import list.csv --map \"Title=title,Written by=author,Score=rating\""),
        ], changesData: true)

    private static let map = Parameter.option(
        "map", .columnMap,
        help: text("The columns of any CSV file with the fields of a book that they contain."))

    /// The books, for errors.
    nonisolated private static let fileKind = ImportFileKind(
        .books,
        remedy: text(
            "Use an export of Goodreads, StoryGraph, Hardcover, LibraryThing, BookWyrm, Openreads, BookBuddy, Libib, Open Library, Calibre, Kindle or Readwise, or a file written by “export”. For any other CSV file, name the columns with --map."
        ),
        notAList: { text("“%@” doesn't contain a list of books.", $0) })

    private let session: BookSession
    private let related: ImportedRelations
    private var matcher: RecordMatcher<Book>?
    /// The books into which others were merged, with their fingerprints.
    private var mergedBooks: [(fingerprints: ImportFingerprints, id: PersistentIdentifier)] = []
    private let keys: BookKey.Maker
    private let map: ColumnMap?
    /// The mapping of the file that the import reads, and the header for which it is remembered. A header of a
    /// known service isn't remembered.
    private var used: (map: ColumnMap, header: String?)?
    /// The service whose export the file is.
    private var service: BookService?
    /// The number of books that first came from another service.
    private var ofOtherServices = 0
    /// The number of bookmarks of a Kindle, which aren't imported.
    private var bookmarks = 0
    /// The books of files with a row for each reading, and the number of rows of a book that another row had.
    private var rowsOfReadings: (sources: Set<String>, repeated: Int) = ([], 0)
    /// Whether the mapping comes from an earlier import.
    private var isRemembered = false

    init(_ invocation: Invocation, in session: BookSession) throws {
        self.init(session, map: try invocation[Self.map])
    }

    init(_ session: BookSession, map: ColumnMap? = nil) {
        self.session = session
        self.map = map
        keys = BookKey.Maker(session.localizer.language)
        related = ImportedRelations(session: session)
    }

    /// Recognizes the format of a file by its content, unless `--map` names its columns. For a table with unknown
    /// columns, takes the mapping that is remembered for them, or asks the user at the terminal.
    mutating func open(_ start: TextFileStart, path: String) async throws -> any ImportSource<ImportedBook> {
        guard start.kind == nil else {
            if map != nil { throw ColumnMapError.notATable(path: path) }
            if LibraryThingJSONFormat.fits(start) { service = .librarything }
            return try Self.source(start, path: path)
        }
        if map == nil, Clippings.fits(start) {
            let clippings = try Clippings(start)
            (service, bookmarks) = (.kindle, clippings.bookmarks)
            return QuoteSource(clippings.rows)
        }
        let table = try TableStart(start, path: path)
        let known = Self.source(table)
        if map == nil, let known {
            service = known.service
            return service == .readwise ? try QuoteSource(known.source) : known.source
        }
        let header = ColumnMap.line(table.columns)
        let chosen: ColumnMap
        if let map {
            chosen = try map.matching(table.columns)
        } else if let remembered = try remembered(header) {
            chosen = remembered
            isRemembered = true
        } else if session.interaction.isInteractive, !Self.fileKind.isForeign(Set(table.columns)) {
            chosen = try await ColumnQuestions(session: session).ask(table.columns)
        } else {
            throw Self.unknownColumns(of: table, path: path)
        }
        used = (chosen, known == nil ? header : nil)
        return TableSource<ServiceFormat<MappedFormat>>(table) { names in
            ServiceFormat(&names) { MappedFormat(&$0, chosen, session.localizer) }
        }
    }

    /// Returns the mapping that is remembered for a header; `nil` if there is none, or if another tool has made it
    /// invalid.
    private func remembered(_ header: String) throws -> ColumnMap? {
        let context = ParseContext(localizer: session.localizer, today: .first)
        return try session.rememberedColumns(header).flatMap { try? ColumnMap($0.map, context) }
    }

    /// Recognizes the format of a file by its content.
    nonisolated static func source(
        _ start: TextFileStart, path: String
    ) throws -> any ImportSource<ImportedBook> {
        if LibraryThingJSONFormat.fits(start) {
            return ListSource(
                LibraryThingJSONFormat.self, start, path: path, kind: fileKind, takesMembers: true)
        }
        if start.kind == .json { return ListSource(LogFormat.self, start, path: path, kind: fileKind) }
        if let kind = start.kind { throw fileKind.foreign(kind, path: path) }
        if Clippings.fits(start) { return QuoteSource(try Clippings(start).rows) }
        let table = try TableStart(start, path: path)
        guard let known = source(table) else { throw unknownColumns(of: table, path: path) }
        return known.service == .readwise ? try QuoteSource(known.source) : known.source
    }

    /// Recognizes the format of a table by its columns; `nil` if they are unknown. The service of an own export is `nil`.
    nonisolated private static func source(
        _ table: TableStart
    ) -> (source: any ImportSource<ImportedBook>, service: BookService?)? {
        func source<Format: EntryFormat>(_ format: Format.Type) -> (any ImportSource<ImportedBook>)?
        where Format.Entry == ImportedBook {
            TableSource(format, table)
        }
        // A format with more needed columns comes first, because its files have the columns of others, too.
        if let source = source(GoodreadsFormat.self) { return (source, .goodreads) }
        if let source = source(ServiceFormat<LibraryThingFormat>.self) { return (source, .librarything) }
        if let source = source(ServiceFormat<OpenreadsFormat>.self) { return (source, .openreads) }
        if let source = source(ServiceFormat<BookWyrmFormat>.self) { return (source, .bookwyrm) }
        if let source = source(ServiceFormat<BookBuddyFormat>.self) { return (source, .bookbuddy) }
        if let source = source(ServiceFormat<LibibFormat>.self) { return (source, .libib) }
        if let source = source(ServiceFormat<OpenLibraryFormat>.self) { return (source, .openlibrary) }
        if let source = source(ServiceFormat<StoryGraphFormat>.self) { return (source, .storygraph) }
        if HardcoverFormat.fits(table.columns), let source = source(ServiceFormat<HardcoverFormat>.self) {
            return (source, .hardcover)
        }
        if let source = source(ReadwiseFormat.self) { return (source, .readwise) }
        if let source = source(LogFormat.self) { return (source, nil) }
        if CalibreFormat.fits(table.columns), let source = source(ServiceFormat<CalibreFormat>.self) {
            return (source, .calibre)
        }
        return nil
    }

    nonisolated private static func unknownColumns(of table: TableStart, path: String) -> ImportFileError {
        let looksLikeLog = table.columns.contains { LogFormat.needed.contains($0) }
        return fileKind.missing(
            looksLikeLog ? LogFormat.needed : GoodreadsFormat.needed, in: table, path: path)
    }

    mutating func begin() throws {
        if let used, let header = used.header { try session.remember(used.map, for: header) }
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.identifier, \.source, \.title, \.author, \.isbn]
        let keys = keys
        let (first, end) = (
            ImportFingerprints.withMerged.lowerBound, ImportFingerprints.withMerged.upperBound
        )
        mergedBooks = try session.context.fetch(
            FetchDescriptor<Book>(
                predicate: #Predicate {
                    $0.lastImport != nil && $0.lastImport! >= first && $0.lastImport! < end
                })
        ).map { (ImportFingerprints($0.lastImport), $0.persistentModelID) }
        matcher = try RecordMatcher(descriptor, in: session.context) { book in
            ImportKey(
                identifier: book.identifier, source: book.source,
                natural: keys.importKeys(title: book.title, author: book.author, isbn: book.isbn))
        }
    }

    /// Returns the book into which the book with a source was merged; `nil` if there is none.
    private func bookWithMerged(_ source: String?) -> Book? {
        guard let source, let found = mergedBooks.first(where: { $0.fingerprints.hasMerged(source) }) else {
            return nil
        }
        return session.context[found.id, as: Book.self]
    }

    mutating func take(_ rows: [ImportRow<ImportedBook>], _ report: inout ImportReport) async throws {
        for row in rows {
            guard let imported = row.entry else { continue }
            report.keepsUnknownFields = imported.service.map { !$0.hasOnlyQuotes } ?? false
            report.note(row.problems, of: imported.title, at: row.position)
            try await take(imported, at: row.position, &report)
        }
    }

    private mutating func take(
        _ entry: ImportedBook, at position: Int, _ report: inout ImportReport
    ) async throws {
        var imported = entry
        let (keys, context) = (keys, session.context)
        // Goals and views are no book, even if none of them can be used.
        guard !entry.title.isEmpty else {
            try addMissing(entry.goals)
            return try session.addMissing(entry.views, at: position, &report)
        }
        if entry.isReading, let source = entry.source, !rowsOfReadings.sources.insert(source).inserted {
            rowsOfReadings.repeated += 1
        }
        if let book = bookWithMerged(entry.source) {
            imported.source = nil
            let changed = try await BookMerge.mergeAnotherEdition(imported, into: book, related)
            if changed { report.changed += 1 } else { report.unchanged += 1 }
            return
        }
        let key = ImportKey(
            identifier: imported.identifier, source: imported.source,
            natural: keys.importKeys(
                title: entry.title, author: entry.author, isbn: entry.details["isbn"]?.written,
                hasSubtitle: entry.service?.hasOnlyQuotes ?? false))
        if let (book, mayTakeSource) = try matcher?.match(key, in: context) {
            if !mayTakeSource { imported.source = nil }
            if try await BookMerge.merge(
                imported, at: position, into: book, related, &report, ofOtherServices: &ofOtherServices)
            {
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
        matcher?.add(book, ImportKey(identifier: book.identifier, source: imported.source, natural: []))
        report.added += 1
    }

    /// Adds the reading goals that the log doesn't have. A goal of the log keeps its target.
    private func addMissing(_ goals: [Goal]) throws {
        let known = Set(try session.context.fetch(FetchDescriptor<Goal>()).map(\.key))
        for goal in goals where !known.contains(Goal.key(year: goal.year, unit: goal.unit)) {
            session.context.insert(Goal(year: goal.year, unit: goal.unit, target: goal.target))
        }
    }

    mutating func releaseSavedObjects() {
        matcher?.releaseSavedObjects()
        related.releaseSavedObjects()
    }

    mutating func finish(_ report: inout ImportReport) async throws {
        try related.orderShelves()
        try await related.removeEmptyShelves()
        if let name = service?.name {
            let books = TextArgument.text(
                text(
                    "%lld books",
                    report.added + report.changed + report.unchanged - rowsOfReadings.repeated))
            report.messages.append(.message(text("The file is an export of %1$@: %2$@.", name, books)))
        }
        if bookmarks > 0 {
            report.messages.append(.message(text("%lld bookmarks were left out.", bookmarks)))
        }
        if isRemembered, let used {
            report.messages.append(
                .message(text("The columns are those of an earlier import: %@.", used.map.text)))
        }
        if ofOtherServices > 0 {
            report.messages.append(
                .message(
                    text(
                        "%lld books first came from another service. They got only readings and values that they lacked.",
                        ofOtherServices)))
        }
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
