import Foundation
import ModelData
import Sync

@Model
final class Trip {
    @Attribute(.unique) var identifier: UUID
    var name: String
    var start: Date?
    @Relationship(deleteRule: .cascade, inverse: \Place.trip) var places: [Place] = []

    init(identifier: UUID, name: String) {
        self.identifier = identifier
        self.name = name
    }
}

@Model
final class Place {
    @Attribute(.unique) var identifier: UUID
    var name: String
    var city: String
    var information: String?
    var latitude: Double
    var longitude: Double
    var isVisited: Bool
    var added: Date
    var trip: Trip?

    init(
        identifier: UUID, name: String, city: String, information: String?, latitude: Double,
        longitude: Double,
        added: Date
    ) {
        self.identifier = identifier
        self.name = name
        self.city = city
        self.information = information
        self.latitude = latitude
        self.longitude = longitude
        isVisited = false
        self.added = added
    }
}

extension Trip: Synchronizable {
    static var synchronization: Synchronization<Trip> { Synchronization(identifier: \.identifier) }
}

extension Place: Synchronizable {
    static var synchronization: Synchronization<Place> { Synchronization(identifier: \.identifier) }
}
