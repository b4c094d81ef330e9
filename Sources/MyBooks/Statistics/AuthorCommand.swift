import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `author`: shows an author: the books, the readings, the average rating and the years.
struct AuthorCommand: Command {
    static let name = Parameter.words(
        "name",
        ValueType<String>.nonBlank.completed(from: BookCompletions.authors).named(text("Person's NAME")),
        minimum: 1,
        help: text("A part of the name of an author or a contributor."), question: text("Which author")
    ).taking([("name", text("name, author"))])

    let declaration = CommandDeclaration(
        "author", group: .looking,
        summary: text(
            "Shows an author: the books, how many you have read, the average rating and the years."),
        parameters: [name.declaration], examples: [.verbatim("author le guin")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        var descriptor = FetchDescriptor<Book>(predicate: Book.written(by: name))
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves]
        let found = try session.readableBooks(descriptor)
        let collator = Collator(session.localizer.language)
        let books = Book.fields.sorted(
            collator.sorted(found.books, by: \.title), by: "year", reversed: false, collator)
        let statistics = ReadingStatistics(EndedReading.all(of: books))
        let years = statistics.completed.compactMap { $0.values.completed?.first.year }
        var fields: [Record.Field] = [
            .init("author", text("Author"), .text(name), isShown: false),
            .init("count", text("Books"), .number(books.count)),
            .init("read", text("Books read"), .number(statistics.books)),
            .init(
                "readings", text("Readings"), .number(statistics.count),
                isShown: statistics.count != statistics.books),
            .init(
                "averageRating", text("Average rating"),
                statistics.averageRating.map { Cell(.decimal($0), .text(text("%1$@ of %2$@", $0, "5"))) }
                    ?? .empty,
                isShown: statistics.averageRating != nil),
        ]
        let (first, last) = (years.min(), years.max())
        fields += [
            .init(
                "firstYear", text("First read in"), first.map { .identifier($0) } ?? .empty,
                isShown: first != nil),
            .init(
                "lastYear", text("Last read in"), last.map { .identifier($0) } ?? .empty,
                isShown: last != first),
        ]
        let record = Record(fields: fields)
        let data: [Block] = [.record(record), .table(Book.fields.data("books", books))]
        if books.isEmpty {
            return Output(
                [.message(text("No author or contributor has “%@” in the name.", name))] + found.warnings,
                data: data)
        }
        let table = Book.fields.table(
            "books", books, session.fieldContext, count: text("%lld books", books.count))
        return Output([.record(record), .table(table)] + found.warnings, data: data)
    }
}
