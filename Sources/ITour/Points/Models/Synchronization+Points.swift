import ModelData
import Sync

extension PointOfInterest: Synchronizable {
    static var synchronization: Synchronization<PointOfInterest> {
        Synchronization(identifier: \.identifier, keepingHere: [\.isFavourite])
    }
}

extension Category: Synchronizable {
    static var synchronization: Synchronization<Category> { Synchronization(identifier: \.identifier) }
}
