import Localization
import ModelData
import ProgramKit
import Shell

extension Shelf {
    /// The fields of a shelf.
    static let fields = FieldTable<Shelf> {
        Field(
            required: "name", text("Shelf"), sentence: text("name"), help: text("The new name."),
            stored: \.name, \.key, type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .listed(priority: 5)
        Field.computed(
            "books", text("Books"), stored: \.books, raw: { .integer($0.bookCount) },
            display: { shelf, _ in .integer(shelf.bookCount) }
        )
        .listed(priority: 9, alignsRight: true)
    }

    /// The number of books. The store counts them without reading them; if it can't, the session reports the error of
    /// reading them.
    private var bookCount: Int {
        (try? modelContext?.relatedCount(self, \.books)) ?? books.count
    }

    /// Returns a table of shelves in the given order.
    @MainActor
    static func table(_ shelves: [Shelf], _ context: FieldContext) -> Table {
        fields.table("rows", shelves, context, count: text("%lld shelves", shelves.count))
    }
}
