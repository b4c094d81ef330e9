import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> {
        // What begins and ends are, days or times, is one for both.
        Synchronization(identifier: \.identifier, together: [[\.start, \.end, \.isAllDay]])
    }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> {
        Synchronization(identifier: \.identifier, together: [[\.latitude, \.longitude]])
    }
}
