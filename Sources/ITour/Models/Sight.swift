import Basics
import Foundation
import ModelData

/// Something to see at a destination.
@Model
final class Sight {
    // This index serves the search for nearby sights, which uses a range of latitudes.
    #Index<Sight>([\.latitude, \.longitude])

    /// The sight's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var note: String
    /// Degrees north of the equator, -90 to 90. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double?
    var address: String
    var isVisited: Bool
    /// The source of an imported sight, such as `osm:node/7`.
    var source: String?
    var destination: Destination?

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        note = ""
        address = ""
        isVisited = false
    }
}
