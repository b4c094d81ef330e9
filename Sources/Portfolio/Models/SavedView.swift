import Basics
import Foundation
import ModelData

/// A query with a name.
@Model
final class SavedView {
    /// The view's identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The lowercase name. It is unique, so that two views can't differ only in case.
    @Attribute(.unique) var key: String
    /// The query as the user typed it.
    var query: String
    /// The order of the view's list, such as `priority,due`; `nil` uses the usual order.
    var order: String?

    init(identifier: UUID = UUID.random(), name: String, query: String, order: String? = nil) {
        self.identifier = identifier
        self.name = name
        self.key = Tag.key(of: name)
        self.query = query
        self.order = order
    }
}
