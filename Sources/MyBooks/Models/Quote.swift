import Basics
import Foundation
import ModelData

/// A passage of a book that the user has noted.
@Model
final class Quote {
    /// The quote's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var text: String
    /// The place in the book, such as `217`, `xii` or `12–13`.
    var page: String?
    /// The user's comment.
    var note: String
    var book: Book?

    init(identifier: UUID = UUID.random(), text: String, page: String? = nil, note: String = "") {
        self.identifier = identifier
        self.text = text
        self.page = page
        self.note = note
    }
}
