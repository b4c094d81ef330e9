import Localization
import ModelData
import ProgramKit
import Shell

/// `duplicates`: lists books that are probably in the log twice.
struct DuplicatesCommand: Command {
    let declaration = CommandDeclaration(
        "duplicates", group: .looking, summary: text("Lists books that are probably in the log twice."),
        discussion: [
            text(
                "These books have the same ISBN, or the same title and author. Each line after the first of a group has the command that merges it into the first one."
            )
        ],
        parameters: [], examples: [.verbatim("duplicates")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try session.readableBooks(FetchDescriptor<Book>())
        let groups = Self.groups(found.books.sorted { $0.number < $1.number }, session.localizer.language)
        let table = Table(
            "rows",
            columns: [
                .init("group", text("Group"), isShown: false),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("title", text("Title"), priority: 5), .init("author", text("Author"), priority: 4),
                .init("isbn", .verbatim("ISBN"), priority: 3), .init("merge", text("Merge"), priority: 8),
            ],
            rows: groups.enumerated().flatMap { index, books in
                books.map { book in
                    let isFirst = book === books[0]
                    return [
                        .identifier(index + 1), .identifier(book.number), .text(book.title),
                        .text(book.author),
                        .text(book.isbn), isFirst ? .empty : .text("merge \(books[0].number) \(book.number)"),
                    ]
                }
            }, count: text("%lld books", groups.reduce(0) { $0 + $1.count }))
        let shown = groups.isEmpty ? Block.message(text("No book is in the log twice.")) : .table(table)
        return Output([shown] + found.warnings, data: [.table(table)])
    }

    /// Returns the books that have a natural key in common, in groups of at least two.
    private static func groups(_ books: [Book], _ language: Language) -> [[Book]] {
        let keys = BookKey.Maker(language)
        var groups: [[Book]] = []
        var known: [String: Int] = [:]
        for book in books {
            let names = keys.importKeys(title: book.title, author: book.author, isbn: book.isbn)
            let index = names.lazy.compactMap { known[$0] }.first ?? groups.count
            if index == groups.count { groups.append([]) }
            groups[index].append(book)
            for name in names where known[name] == nil { known[name] = index }
        }
        return groups.filter { $0.count > 1 }
    }
}
