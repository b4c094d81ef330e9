import ModelData
import Sync

extension PointOfInterest: Synchronizable {
    static var synchronization: Synchronization<PointOfInterest> {
        Synchronization(
            identifier: \.identifier, keepingHere: [\.isFavourite], together: [[\.latitude, \.longitude]])
    }
}

extension Category: Synchronizable {
    static var synchronization: Synchronization<Category> { Synchronization(identifier: \.identifier) }
}
