import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The options that filter and sort a list of books.
enum BookListOptions {
    /// The orders of lists: the keys of fields, and the position on the shelf.
    private static let orders =
        Book.fields.sortChoices() + [Choice("shelf", shelfOrder, text("position on the shelf"))]
    private static let shelfOrder = "shelf"
    /// The order of a field, or of a column that imports have kept, which begins with a colon.
    private static let order: ValueType<String> = {
        let choice = ValueType<String>.choice(orders)
        return ValueType(placeholder: choice.placeholder, completion: choice.completion) { string, context in
            do { return try choice.parse(string, context) } catch { return ":\(string)" }
        }
    }()
    static let sort = Parameter.option(
        // In usage lines, the list of all orders would be too long.
        "sort", order.named(text("FIELD")),
        help: text("The field to sort by: %@.", TextArgument.list(orders.map { .string($0.name) })))
    /// The orders of the setting. In the manual page, a list of all orders would be longer than a line.
    private static let settingOrders = orders.filter {
        [
            "title", "author", "status", "rating", "added", "started", "completed", "series", "publisher",
            "pages", "binding", "language", "year", "narrator", "shelf",
        ].contains($0.name)
    }
    static let defaultOrder = Setting.choice(
        "sort", settingOrders, defaultWord: "title", "title",
        help: text("The field that book lists are sorted by without --sort."))
    static let reverse = Parameter.flag("reverse", help: text("Reverses the order."))
    static let status = Parameter.option(
        "status", .choice(ReadingStatus.choices), help: text("Only books with this status."))
    static let rating = Parameter.option(
        "rating", ValueType<ClosedRange<Int>>.ratings.orNone,
        help: text(
            "Only books with a rating in this range: 4, 4.5, 3..5, 4.. or ..2. “none”: books without a rating."
        ))
    static let author = Parameter.option(
        "author", .nonBlank.completed(from: BookCompletions.authors),
        help: text("Only books whose author or contributors contain this text."))
    static let series = Parameter.option(
        "series", .nonBlank, help: text("Only books whose series contains this text."))
    static let year = Parameter.option(
        "year", .integerRange(in: 1...9999),
        help: text("Only books with a reading that ended in this year or range of years: 2026, 2020..2024."))
    static let pages = Parameter.option(
        "pages", .integerRange(in: 0...100_000),
        help: text("Only books with a number of pages in this range: 300.., ..150."))
    static let limit = Parameter.option(
        "limit", .integer(in: 1...1_000_000), help: text("At most this number of books."))

    static let conditions = Parameter.rest(
        "condition", .condition(source: BookCompletions.conditions).keepingQuotes,
        help: text(
            "Words, #shelves and conditions such as rating:>=4, pages:300.., read:2024, is:reading or publisher:none, with “or”, “not” or a hyphen, and parentheses."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<Book>.condition(
                forOption: $0, $1, of: Book.fields,
                other: [
                    "shelf": "#", "shelves": "#", "tag": "#", "tags": "#", "read": "read", "quote": "quote",
                    "lent": "lent",
                ])
        }

    static let shelf = Parameter.option(
        "shelf", .shelf, help: text("Only books on this shelf. Case and accents don't matter."))

    static var declarations: [ParameterDeclaration] {
        [
            conditions.declaration, sort.declaration, reverse.declaration, status.declaration,
            rating.declaration,
            shelf.declaration, author.declaration, series.declaration, year.declaration, pages.declaration,
        ] + Book.fields.filters + [limit.declaration]
    }

    /// Returns the books that meet the conditions and the options, sorted.
    @MainActor
    static func books(
        _ invocation: Invocation, meeting condition: Condition<Book>, in session: BookSession
    ) throws -> ReadableBooks {
        let predicates = try narrowing(invocation, in: session)
        var descriptor = FetchDescriptor<Book>(predicate: predicates.isEmpty ? nil : .all(predicates))
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves]
        var found = try session.readableBooks(descriptor, meeting: condition, endedIn: try invocation[year])
        let order = try invocation[sort] ?? session.remembered(defaultOrder, for: invocation)
        let sortingColumn = try order.hasPrefix(":") ? column(inOrder: order, session) : nil
        let reversed = try invocation[reverse], collator = Collator(session.localizer.language)
        // Books with equal values are sorted by title.
        let byTitle = collator.sorted(found.books, by: \.title)
        found.columns = condition.columns + [sortingColumn].compactMap(\.self)
        if let sortingColumn {
            found.books = sorted(byTitle, byColumn: sortingColumn, reversed: reversed, collator)
        } else {
            found.books =
                order == "title" || order == shelfOrder
                ? reversed ? byTitle.reversed() : byTitle
                : Book.fields.sorted(byTitle, by: order, reversed: reversed, collator)
        }
        if order == shelfOrder, let name = try invocation[shelf] {
            let onShelf = try session.existingShelf(name).books.map { ObjectIdentifier($0) }
            let positions = Dictionary(uniqueKeysWithValues: zip(onShelf, onShelf.indices))
            found.books = found.books.sorted(
                byKeys: found.books.map { positions[ObjectIdentifier($0)] }, reversed: reversed)
        }
        if let limit = try invocation[limit] { found.books = Array(found.books.prefix(limit)) }
        return found
    }

    /// Returns the name of the column that an order means.
    ///
    /// - Throws: `UsageError` if no book has such a column.
    @MainActor
    private static func column(inOrder order: String, _ session: BookSession) throws -> String {
        let name = String(order.dropFirst())
        if let column = try session.keptColumn(name) { return column }
        let choices = orders.map(\.name)
        throw UsageError.invalidValue(
            name: .verbatim("--sort"),
            .unknownChoice(name, choices: choices, nearest: nearest(to: name, in: choices)))
    }

    /// Returns books sorted by a kept column: by numbers if all values are numbers.
    private static func sorted(
        _ books: [Book], byColumn name: String, reversed: Bool, _ collator: Collator
    ) -> [Book] {
        let values = books.map { OtherColumns($0.otherColumns)[name] }
        let numbers = values.map { $0.flatMap(Double.init) }
        if zip(values, numbers).allSatisfy({ ($0 == nil) == ($1 == nil) }) {
            return books.sorted(byKeys: numbers, reversed: reversed)
        }
        return books.sorted(byKeys: values.map { $0.map { collator.key(for: $0) } }, reversed: reversed)
    }

    /// Returns the list of books, or the reason why it is empty.
    @MainActor
    static func output(_ found: ReadableBooks, in session: BookSession) throws -> Output {
        if !found.books.isEmpty { return BookTable.output(found, in: session) }
        return Output(try noBooks(found, in: session), data: [.table(BookTable.table([]))])
    }

    /// Views of books: conditions with an order, of which a hyphen reverses the direction.
    @MainActor static let views = ViewKind<BookSession>(
        conditions: conditions, options: [sort.declaration, reverse.declaration],
        counted: ("books", text("Books")),
        examples: [text("view save best rating:>=4.5 --sort author")],
        vocabulary: { $0.conditions },
        order: { invocation in
            let field = try invocation[sort]
            return try invocation[reverse] ? "-\(field ?? "title")" : field
        },
        list: { view, invocation, session in
            var output = try output(books(of: view, invocation.isForUser, in: session), in: session)
            output.blocks.insert(.heading(view.title), at: 0)
            return output
        },
        count: { view, session in try books(of: view, false, in: session).books.count })

    /// Returns the books of a view, sorted.
    @MainActor
    private static func books(
        of view: ListedView, _ isForUser: Bool, in session: BookSession
    ) throws -> ReadableBooks {
        var values: [String: [any Sendable]] = [:]
        if let order = view.order {
            if order.hasPrefix("-") { values[reverse.declaration.name] = [true] }
            let field = String(order.drop { $0 == "-" })
            guard field.hasPrefix(":") || orders.contains(where: { $0.value == field }) else {
                throw ViewError.unknownOrder(field, view: view.name, known: orders.map(\.name))
            }
            values[sort.declaration.name] = [field]
        }
        return try books(
            Invocation(command: "view", values: values, isForUser: isForUser),
            meeting: session.condition(parsing: view.query, session.conditions), in: session)
    }

    /// Returns a predicate for each filtering option that is given, except for the year.
    @MainActor
    static func narrowing(_ invocation: Invocation, in session: BookSession) throws -> [Predicate<Book>] {
        var found: [Predicate<Book>] = []
        if let status = try invocation[status] { found.append(#Predicate<Book> { $0.status == status }) }
        if let rating = try invocation[rating] {
            // Unrated books count as 0; “none” is no range.
            let range = rating.value
            let (lowest, highest) = (Double(range?.lowerBound ?? 0) / 4, Double(range?.upperBound ?? 0) / 4)
            found.append(#Predicate<Book> { ($0.rating ?? 0) >= lowest && ($0.rating ?? 0) <= highest })
        }
        if let shelf = try onShelf(invocation, in: session) { found.append(shelf) }
        if let pages = try invocation[pages] {
            let (fewest, most) = (pages.lowerBound, pages.upperBound)
            found.append(#Predicate<Book> { ($0.pages ?? -1) >= fewest && ($0.pages ?? -1) <= most })
        }
        if let author = try invocation[author], !author.isEmpty { found.append(Book.written(by: author)) }
        if let series = try invocation[series], !series.isEmpty {
            found.append(#Predicate<Book> { ($0.series ?? "").localizedStandardContains(series) })
        }
        return try found + Book.fields.conditions(invocation)
    }

    /// Returns a predicate for the shelf option; `nil` if it isn't given.
    @MainActor
    static func onShelf(_ invocation: Invocation, in session: BookSession) throws -> Predicate<Book>? {
        guard let key = try invocation[shelf].map({ try session.existingShelf($0).key }) else { return nil }
        return #Predicate<Book> { book in book.shelves.contains { $0.key == key } }
    }

    /// Returns the messages for an empty result: no book matches, the log is empty, or books can't be read.
    @MainActor
    static func noBooks(_ found: ReadableBooks, in session: BookSession) throws -> [Block] {
        if !found.warnings.isEmpty { return found.warnings }
        let isEmptyLog = try session.context.fetchCount(FetchDescriptor<Book>()) == 0
        return [
            .message(
                isEmptyLog
                    ? text("The log is empty. Add your first book with “add”, or try “samples”.")
                    : text("No book matches. “list” without options shows all books."))
        ]
    }
}

/// `list`: lists the books of the log.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the books."),
        parameters: BookListOptions.declarations,
        examples: [
            .verbatim("list"), .verbatim("list rating:4.. read:2020..2024"),
            .verbatim("list --status in-progress"),
            .verbatim("list --rating 4..5 --sort author"), .verbatim("list --year 2026 --pages 300.."),
        ])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try BookListOptions.output(
            try BookListOptions.books(
                invocation,
                meeting: session.condition(invocation[BookListOptions.conditions], session.conditions),
                in: session), in: session)
    }
}

/// Books as a table.
enum BookTable {
    /// Returns a table with all columns, for machine-readable output.
    @MainActor static func table(_ books: [Book]) -> Table { Book.fields.data("rows", books) }

    /// The books as a command's output.
    @MainActor
    static func output(_ found: ReadableBooks, in session: BookSession) -> Output {
        // Read the shelves within the command, which reports unreadable ones.
        for book in found.books { _ = book.shelves }
        let further = further(found)
        return Book.fields.list(
            "rows", found.books, session.fieldContext, count: text("%lld books", found.books.count),
            further: further, sentence: further.isEmpty ? sentence : nil, warnings: found.warnings)
    }

    /// Returns the columns that a list was asked for, and the progress if all books are being read.
    @MainActor
    private static func further(
        _ found: ReadableBooks
    ) -> [(column: Table.Column, cell: @Sendable (Book) -> Cell)] {
        var further: [(column: Table.Column, cell: @Sendable (Book) -> Cell)] = []
        if found.books.allSatisfy(\.status.isOpen), found.books.contains(where: { $0.presentPlace != nil }) {
            further.append(
                (.init("progress", text("Progress"), priority: 6, isData: false), { $0.progressCell }))
        }
        var shown: Set<String> = []
        for name in found.columns where shown.insert(name).inserted {
            further.append(
                (
                    .init(name, .verbatim(name), priority: 4, isData: false),
                    { .text(OtherColumns($0.otherColumns)[name] ?? "") }
                ))
        }
        return further
    }

    /// Returns the shown cells of a book as a sentence.
    private static let sentence: @Sendable ([String: Cell]) -> LocalizedText = { cells in
        let (number, title, author) = (
            spoken(cells["number"]), spoken(cells["title"]), spoken(cells["author"])
        )
        let status = spoken(cells["status"])
        guard case .symbol(_, _, let rating)? = cells["rating"]?.display else {
            return text("“%1$@” by %2$@: %3$@, number %4$@.", title, author, status, number)
        }
        return text(
            "“%1$@” by %2$@: %3$@, %4$@, number %5$@.", title, author, status, TextArgument.text(rating),
            number)
    }

    private static func spoken(_ cell: Cell?) -> TextArgument {
        switch cell?.display {
        case .symbol(_, _, let spoken): .text(spoken)
        case .verbatim(let string): .string(string.collapsingSpaces)
        default: .string("")
        }
    }
}
