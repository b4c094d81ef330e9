import ModelData
import Sync

extension PointOfInterest: Synchronizable {
    static var synchronization: Synchronization<PointOfInterest> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.latitude, \.longitude]])
    }
}

extension Category: Synchronizable {
    static var synchronization: Synchronization<Category> { Synchronization(identifier: \.identifier) }
}
