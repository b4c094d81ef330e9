import Foundation
import ModelData
import Sync

extension PointOfInterest: Synchronizable {
    static var synchronization: Synchronization<PointOfInterest> { Synchronization(identifier: \.identifier) }
}

extension Category: Synchronizable {
    static var synchronization: Synchronization<Category> { Synchronization(identifier: \.identifier) }
}

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> { Synchronization(identifier: \.identifier) }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> { Synchronization(identifier: \.identifier) }
}
