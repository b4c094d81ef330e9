import Foundation
import Localization
import ModelData

/// A destination of a trip, with the sights that are planned there.
///
/// Its dates are those of ``TripDates``: civil days and wall-clock times of the place, both kept as if in UTC, so that
/// they are the same everywhere.
@Model
final class Destination {
    /// The destination's identity across stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var details: String
    /// When the trip begins: midnight of a day, or a wall-clock time; `nil` while it is only an idea.
    var start: Date?
    /// The last day, or the wall-clock time at which the trip ends.
    var end: Date?
    /// Whether the trip has days and no times.
    var isAllDay: Bool
    /// The time zone of the place, such as `Europe/Rome`, where it is known.
    var timeZone: String?
    var priority: Priority = Priority.maybe
    /// Where the destination was imported from, such as `overpass:node/7`.
    @Attribute(.unique) var source: String?
    @Relationship(deleteRule: .cascade, inverse: \Sight.destination) var sights: [Sight] = []

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
        details = ""
        isAllDay = true
    }
}
