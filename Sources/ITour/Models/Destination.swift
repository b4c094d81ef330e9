import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A place to go to, with its planned sights. It belongs to a trip, or is an idea for one.
///
/// The dates are days or local times of the place; see ``TripDates``. They are stored as if they were in UTC,
/// so that they are the same in every time zone.
@Model
final class Destination {
    /// The destination's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var details: String
    /// The beginning of the trip: midnight of the first day, or a local time. `nil` if the trip has no date.
    var start: Date?
    /// The last day, or the local time at which the trip ends.
    var end: Date?
    /// Whether the trip has days without times.
    var isAllDay: Bool
    /// The time zone of the place, such as `Europe/Rome`; `nil` if it isn't known.
    var timeZone: String?
    var priority: Priority = Priority.maybe
    /// Degrees north of the equator, -90 to 90. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double?
    /// The country's code in ISO 3166, such as `IT`; `nil` if it isn't known.
    var country: String?
    /// The source of an imported destination, such as `osm:node/7`.
    @Attribute(.unique) var source: String?
    /// The trip to which the destination belongs; `nil` for an idea.
    var trip: Trip?
    @Relationship(deleteRule: .cascade, inverse: \Sight.destination) var sights: [Sight] = []

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        details = ""
        isAllDay = true
    }
}

extension Destination {
    /// The dates of the trip; `nil` if it has none.
    var dates: TripDates? { start.map { TripDates(stored: $0, end: end, isAllDay: isAllDay) } }

    /// Sets the dates. Equal values aren't assigned: the assignment alone would cause a save.
    func setDates(_ dates: TripDates?) {
        if start != dates?.start.stored { start = dates?.start.stored }
        if end != dates?.end?.stored { end = dates?.end?.stored }
        if isAllDay != dates?.isAllDay ?? true { isAllDay = dates?.isAllDay ?? true }
    }
}

extension Destination: Locatable {}

extension Destination: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { dates?.text }

    static func titled(containing text: String) -> Predicate<Destination> {
        #Predicate<Destination> { $0.name.localizedStandardContains(text) }
    }
}
