import Foundation
import ModelData

/// Something to see at a destination.
@Model
final class Sight {
    // What is near is found by a band of latitudes.
    #Index<Sight>([\.latitude, \.longitude])

    /// The sight's identity across stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var note: String
    /// Degrees north of the equator, -90 to 90; there with ``longitude`` or not at all.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180.
    var longitude: Double?
    var address: String
    var isVisited: Bool
    /// Where the sight was imported from, such as `overpass:node/7`.
    var source: String?
    var destination: Destination?

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
        note = ""
        address = ""
        isVisited = false
    }
}
