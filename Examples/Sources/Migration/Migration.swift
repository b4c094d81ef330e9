import Foundation
import ModelData

// Version 1: the author is a text.
enum BooksV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
        var title: String
        var author: String
        init(title: String, author: String) {
            self.title = title
            self.author = author
        }
    }
}

// Version 2: a new property, and a property with another name. Such changes need no code.
enum BooksV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
        var title: String
        @Attribute(originalName: "author") var authorName: String
        var pages: Int?
        init(title: String, authorName: String) {
            self.title = title
            self.authorName = authorName
        }
    }
}

// Version 3: an author is a model of its own, so a stage moves the names.
enum BooksV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Author.self] }

    @Model final class Book {
        var title: String
        var authorName: String
        var pages: Int?
        var author: Author?
        init(title: String, authorName: String) {
            self.title = title
            self.authorName = authorName
        }
    }

    @Model final class Author {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.author) var books: [Book] = []
        init(name: String) { self.name = name }
    }
}

enum BooksPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [BooksV1.self, BooksV2.self, BooksV3.self] }
    static var stages: [MigrationStage] { [toV2, toV3] }

    static let toV2 = MigrationStage.lightweight(fromVersion: BooksV1.self, toVersion: BooksV2.self)
    static let toV3 = MigrationStage.custom(
        fromVersion: BooksV2.self, toVersion: BooksV3.self, willMigrate: nil,
        didMigrate: { context in
            var authors: [String: BooksV3.Author] = [:]
            for book in try context.fetch(FetchDescriptor<BooksV3.Book>()) {
                let author = authors[book.authorName] ?? BooksV3.Author(name: book.authorName)
                authors[book.authorName] = author
                context.insert(author)
                book.author = author
            }
            try context.save()
        })
}

/// `Migration STORE` creates a store of version 1, opens it with version 3, and prints what is in it.
@main
struct Migration {
    static func main() throws {
        let path = CommandLine.arguments.dropFirst().first ?? "books.store"
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
        do {
            let context = ModelContext(
                try ModelContainer(for: BooksV1.Book.self, configurations: configuration))
            context.insert(BooksV1.Book(title: "Solaris", author: "Stanisław Lem"))
            context.insert(BooksV1.Book(title: "Fiasko", author: "Stanisław Lem"))
            context.insert(BooksV1.Book(title: "Dune", author: "Frank Herbert"))
            try context.save()
            try context.close()
        }
        let container = try ModelContainer(
            for: BooksV3.Book.self, BooksV3.Author.self, migrationPlan: BooksPlan.self,
            configurations: configuration)
        let context = ModelContext(container)
        for author in try context.fetch(FetchDescriptor<BooksV3.Author>(sortBy: [SortDescriptor(\.name)])) {
            print("\(author.name): \(author.books.map(\.title).sorted().joined(separator: ", "))")
        }
    }
}
