import Foundation
import ModelData
import Sync

extension Book: Synchronizable {
    static var synchronization: Synchronization<Book> {
        // The status determines which dates a book has. Therefore the status and the dates change together.
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [
                [\.status, \.started, \.startedPrecision, \.completed, \.completedPrecision],
                [\.series, \.seriesNumber], [\.rating, \.hasEarlierRating],
            ])
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

extension Reading: Synchronizable {
    static var synchronization: Synchronization<Reading> {
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [[\.outcome, \.started, \.startedPrecision, \.completed, \.completedPrecision]])
    }
}

extension ReadingProgress: Synchronizable {
    static var synchronization: Synchronization<ReadingProgress> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.unit, \.value]])
    }
}

extension Goal: Synchronizable {
    static var synchronization: Synchronization<Goal> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.key, \.year, \.unit]])
    }
}

extension Loan: Synchronizable {
    static var synchronization: Synchronization<Loan> { Synchronization(identifier: \.identifier) }
}
