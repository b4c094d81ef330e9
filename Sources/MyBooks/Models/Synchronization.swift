import Foundation
import ModelData
import Sync

extension Book: Synchronizable {
    static var synchronization: Synchronization<Book> {
        // Which dates a book has follows from its status.
        Synchronization(identifier: \.identifier, together: [[\.status, \.started, \.completed]])
    }
}

extension Shelf: Synchronizable {
    static var synchronization: Synchronization<Shelf> {
        Synchronization(identifier: \.identifier, together: [[\.name, \.key]])
    }
}

extension Quote: Synchronizable {
    static var synchronization: Synchronization<Quote> { Synchronization(identifier: \.identifier) }
}
