import Foundation
import ModelData

/// A shelf that the person has named, such as “favourites”: a book can stand on several.
///
/// A shelf is there as long as a book stands on it.
@Model
final class Shelf {
    /// The shelf's identity across stores.
    @Attribute(.unique) var identifier: UUID = UUID()
    /// The name as it was first written.
    var name: String
    /// The name without case and accents, which no other shelf has.
    @Attribute(.unique) var key: String
    var books: [Book] = []

    init(_ name: ShelfName) {
        self.name = name.text
        self.key = name.key
    }
}
