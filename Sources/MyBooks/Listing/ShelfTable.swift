import Localization
import ModelData
import Shell

/// Shows shelves as a table, with the number of books on each shelf.
enum ShelfTable {
    @MainActor
    static func table(_ shelves: [Shelf], in session: BookSession) throws -> Table {
        Table(
            columns: [
                .init("name", text("Shelf"), priority: 5),
                .init("books", text("Books"), alignsRight: true, priority: 9),
            ],
            rows: try shelves.map { shelf in
                [.text(shelf.name), .number(try session.context.relatedCount(shelf, \.books))]
            },
            count: text("%lld shelves", shelves.count))
    }
}
