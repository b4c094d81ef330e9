import Basics
import Foundation
import ModelData

/// A shelf that the user has named, such as “favourites”. A book can be on several shelves.
///
/// If the store isn't synchronized, a shelf is deleted when it loses its last book.
@Model
final class Shelf {
    /// The shelf's identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID = UUID.random()
    /// The name as the user first typed it.
    var name: String
    /// The name with case and accents folded; unique among shelves.
    @Attribute(.unique) var key: String
    var books: [Book] = []

    init(_ name: ShelfName) {
        self.name = name.text
        self.key = name.key
    }
}
