import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> {
        // A single field stores whether the start and the end have times. Therefore this field, the start and
        // the end change together.
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [[\.start, \.end, \.isAllDay], [\.latitude, \.longitude]])
    }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.latitude, \.longitude]])
    }
}
