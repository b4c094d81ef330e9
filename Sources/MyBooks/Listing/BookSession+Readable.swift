import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Books that could be read, and warnings about others.
struct ReadableBooks {
    var books: [Book]
    var warnings: [Block]
}

extension BookSession {
    /// Fetches books, and returns warnings about those that can't be read. A store that was edited by hand
    /// may hold invalid values.
    ///
    /// - Throws: `ModelDataError`.
    func readableBooks(_ descriptor: FetchDescriptor<Book>) throws -> ReadableBooks {
        let found = try context.fetchReadable(descriptor)
        // Many unreadable records usually have one cause, so a few messages are enough.
        let shown = 5
        let errors = found.unreadable.prefix(shown).compactMap { SuiteErrors.describe($0, BookSession.names) }
        var warnings = errors.map { Block.warning($0.problem) }
        if found.unreadable.count > shown {
            warnings.append(.warning(text("%lld more books can't be read.", found.unreadable.count - shown)))
        }
        if let remedy = errors.first?.remedy { warnings.append(.warning(remedy)) }
        return ReadableBooks(books: found.models, warnings: warnings)
    }

    /// The names of the models and their properties.
    static let names = ModelNames(
        ["Book": text("Book"), "Shelf": text("Shelf"), "Quote": text("Quote")],
        properties: [
            "title": text("title"), "author": text("author"), "rating": text("rating"),
            "status": text("status"), "added": text("date added"), "started": text("date started"),
            "completed": text("date completed"), "shelves": text("Shelves"), "summary": text("summary"),
            "note": text("note"), "page": text("page"),
        ])
}
