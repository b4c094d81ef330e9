import Foundation

/// The examples in the doc comments of modules, as one source that can be compiled after ``SnippetPrelude``.
struct DocumentedSnippets {
    /// A source that imports the modules, with a function or a structure for each example. Diagnostics have the
    /// files and lines of the examples.
    private(set) var source = ""
    /// The number of examples.
    private(set) var count = 0

    /// Collects the examples of public declarations in some folders.
    init(in folders: [URL]) throws {
        for folder in folders {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for path in paths.filter({ $0.hasSuffix(".swift") }).sorted() {
                let url = folder.appending(path: path)
                try add(String(contentsOf: url, encoding: .utf8), path: url.path)
            }
        }
    }

    private mutating func add(_ text: String, path: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix(while: { $0 == " " }) }
        var index = 0
        while let start = lines[index...].firstIndex(of: "/// ```swift") {
            let end = lines[start...].firstIndex(of: "/// ```") ?? lines.endIndex
            let declaration = lines[end...].first { !$0.hasPrefix("///") && !$0.hasPrefix("@") }
            // Other packages can't use the module's own declarations.
            if declaration?.hasPrefix("package ") == false {
                add(lines[(start + 1)..<end].map { $0.dropFirst(4) }, path: path, line: start + 2)
            }
            index = end
        }
    }

    private mutating func add(_ code: [Substring], path: String, line: Int) {
        count += 1
        var code = code[...]
        var line = line
        // An extension must be at the top level.
        while let first = code.first, first.hasPrefix("extension ") {
            source += "#sourceLocation(file: \"\(path)\", line: \(line))\n\(first)\n"
            code = code.dropFirst()
            line += 1
        }
        // The macro doesn't apply to local classes.
        let declares = code.contains { $0.hasPrefix("@Model") }
        let head = declares ? "struct Snippet\(count)" : "@MainActor func snippet\(count)() async throws"
        source += "#sourceLocation(file: \"\(path)\", line: \(line))\n"
        source += head + " { " + code.joined(separator: "\n") + "\n}\n"
    }
}

/// The declarations that examples in doc comments take for granted.
enum SnippetPrelude {
    static let source = #"""
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
        """#
}
