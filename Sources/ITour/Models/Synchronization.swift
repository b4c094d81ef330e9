import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> {
        // One field stores whether both the start and the end have times. Therefore the three change
        // together.
        Synchronization(identifier: \.identifier, atomicGroups: [[\.start, \.end, \.isAllDay]])
    }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.latitude, \.longitude]])
    }
}
