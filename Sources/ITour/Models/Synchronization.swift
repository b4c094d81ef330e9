import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> {
        // Whether the beginning and the end are days or times is stored once for both, so they change
        // together.
        Synchronization(identifier: \.identifier, atomicGroups: [[\.start, \.end, \.isAllDay]])
    }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.latitude, \.longitude]])
    }
}
