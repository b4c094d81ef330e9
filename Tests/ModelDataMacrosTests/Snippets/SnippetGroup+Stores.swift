extension SnippetGroup {
    /// ModelData and the maintenance of its stores.
    static let stores = SnippetGroup(
        folders: ["Sources/ModelData", "Sources/StoreMaintenance"],
        imports: ["StoreMaintenance"], minimumCount: 100,
        prelude: #"""
            @Model final class Book {
                var title: String
                var author = ""
                @Attribute(.preserveValueOnDeletion) var isbn = ""
                var rating: Int?
                @Relationship(inverse: \Tag.books) var tags: [Tag] = []
                var shelf: Shelf?
                init(title: String, author: String = "") {
                    self.title = title
                    self.author = author
                }
                init(isbn: String) {
                    title = ""
                    self.isbn = isbn
                }
            }
            @Model final class Shelf {
                @Relationship(inverse: \Book.shelf) var books: [Book] = []
                init() {}
            }
            @Model final class Tag {
                var name = ""
                var books: [Book] = []
                var issues: [Issue] = []
                init() {}
            }
            @Model final class Issue {
                var title = ""
                var closed: Date?
                @Attribute(.modificationDate) var modified = Date.now
                @Relationship(inverse: \Tag.issues) var tags: [Tag] = []
                init() {}
            }
            @Model final class Trip {
                @Relationship(deleteRule: .cascade, inverse: \Sight.trip) var sights: [Sight] = []
                init() {}
            }
            @Model final class Sight {
                var trip: Trip?
                init() {}
            }
            enum BooksV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Book.self] }
                @Model final class Book {
                    var title = ""
                    var isbn = ""
                    init() {}
                }
            }
            enum BooksV2: VersionedSchema {
                static let versionIdentifier = Schema.Version(2, 0, 0)
                static var models: [any PersistentModel.Type] { [Book.self] }
                @Model final class Book {
                    var title = ""
                    @Attribute(.unique) var isbn = ""
                    init() {}
                }
            }
            struct Row { var isbn: String; var title: String }
            struct Color {
                var data: Data
                init?(_ data: Data) { self.data = data }
            }
            final class ColorTransformer: ValueTransformer {}

            func some<Value>() -> Value { fatalError("The source is only type-checked.") }
            @MainActor func importBooks(into context: ModelContext) async throws {}
            @MainActor func redraw() throws {}

            let container: ModelContainer = some()
            nonisolated(unsafe) let context: ModelContext = some()
            nonisolated(unsafe) var descriptor: FetchDescriptor<Book> = some()
            nonisolated(unsafe) let matches: (Book) -> Bool = some()
            let identifier: PersistentIdentifier = some()
            nonisolated(unsafe) let book: Book = some()
            nonisolated(unsafe) var books: [Book] = some()
            nonisolated(unsafe) let batches: [[Book]] = some()
            nonisolated(unsafe) let shelf: Shelf = some()
            nonisolated(unsafe) let tags: [Tag] = some()
            nonisolated(unsafe) let issue: Issue = some()
            nonisolated(unsafe) let issues: [Issue] = some()
            nonisolated(unsafe) let trip: Trip = some()
            let rows: [Row] = some()
            let transaction: DefaultHistoryTransaction = some()
            let change: HistoryChange = some()
            let deletion: DefaultHistoryDelete<Book> = some()
            nonisolated(unsafe) let manager: UndoManager = some()
            let maintainer: StoreMaintainer = some()
            let schema: Schema = some()
            let lastToken: DefaultHistoryToken = some()
            let written: Date = some()
            let titles: [String] = some()
            let url: URL = some()
            """#)
}
