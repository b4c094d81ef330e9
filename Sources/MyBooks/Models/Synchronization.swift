import Foundation
import ModelData
import Sync

extension Book: Synchronizable {
    static var synchronization: Synchronization<Book> { Synchronization(identifier: \.identifier) }
}

extension Shelf: Synchronizable {
    static var synchronization: Synchronization<Shelf> { Synchronization(identifier: \.identifier) }
}

extension Quote: Synchronizable {
    static var synchronization: Synchronization<Quote> { Synchronization(identifier: \.identifier) }
}
