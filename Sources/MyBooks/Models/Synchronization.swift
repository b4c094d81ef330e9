import Foundation
import ModelData
import Sync

extension Book: Synchronizable {
    static var synchronization: Synchronization<Book> {
        // The status determines which dates a book has. Therefore the status and the dates change together.
        Synchronization(identifier: \.identifier, atomicGroups: [[\.status, \.started, \.completed]])
    }
}

extension Shelf: Synchronizable {
    static var synchronization: Synchronization<Shelf> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.name, \.key]])
    }
}

extension Quote: Synchronizable {
    static var synchronization: Synchronization<Quote> { Synchronization(identifier: \.identifier) }
}
