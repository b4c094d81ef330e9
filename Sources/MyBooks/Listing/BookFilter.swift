import Localization

/// The books that a statistic counts.
struct BookFilter {
    /// A text in the author's name; empty for all authors.
    var author = ""
    /// The key of the shelf; `nil` for all books.
    var shelf: String?

    /// Whether all books count.
    var takesAll: Bool { author.isEmpty && shelf == nil }

    /// Returns whether a book counts. Without a book, a record counts only if all books do.
    func takes(_ book: Book?) -> Bool {
        if takesAll { return true }
        guard let book else { return false }
        return (author.isEmpty || SearchFold.fold(book.author).contains(SearchFold.fold(author)))
            && (shelf == nil || book.shelves.contains { $0.key == shelf })
    }
}
