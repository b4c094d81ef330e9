import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> { Synchronization(identifier: \.identifier) }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> { Synchronization(identifier: \.identifier) }
}
