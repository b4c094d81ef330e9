import Foundation

/// A destination in itour's JSON exports.
struct ExportedTrip: Decodable {
    var identifier: String?
    var name: String
    var details: String?
    var start: String?
    var end: String?
    var timeZone: String?
    var latitude: Double?
    var longitude: Double?
    var country: String?
    var priority: String?
    var source: String?
    /// The identifier of the trip to which the destination belongs.
    var trip: String?
    var sights: [ExportedSight]?

    /// Returns the destination, and items for its unreadable sights.
    func items(position: Int) throws(ItemProblem) -> [TripFileItem] {
        let zone = try RawFields.zone(timeZone)
        var trip = ImportedTrip(position: position, name: try RawFields.name(name))
        trip.identifier = try RawFields.identifier(identifier)
        trip.details = details ?? ""
        trip.dates = try RawFields.dates(start: start, end: end, zone: zone)
        trip.timeZone = zone
        trip.place = try RawFields.place(latitude: latitude, longitude: longitude)
        trip.country = try RawFields.country(country)
        trip.priority = try RawFields.priority(priority)
        trip.source = source
        trip.itinerary = try RawFields.identifier(self.trip)
        var skipped: [TripFileItem] = []
        for sight in sights ?? [] {
            do {
                trip.sights.append(try sight.imported(position))
            } catch {
                skipped.append(.skipped(position: position, reason: error.reason))
            }
        }
        return [.trip(trip)] + skipped
    }
}

/// A sight in itour's JSON exports.
struct ExportedSight: Decodable {
    var identifier: String?
    var name: String
    var note: String?
    var address: String?
    var latitude: Double?
    var longitude: Double?
    var visited: Bool?
    var source: String?
    var visitedOn: String?
    var scheduled: String?
    var duration: Int?
    var hours: String?
    var link: String?
    var phone: String?
    var otherName: String?
    var rating: Int?
    var cost: Decimal?
    var currency: String?

    func imported(_ position: Int) throws(ItemProblem) -> ImportedSight {
        var sight = ImportedSight(position: position, name: try RawFields.name(name))
        sight.identifier = try RawFields.identifier(identifier)
        sight.note = note ?? ""
        sight.address = address ?? ""
        sight.place = try RawFields.place(latitude: latitude, longitude: longitude)
        sight.isVisited = visited ?? false
        sight.source = source
        sight.details.visitedOn = try visitedOn.map { written throws(ItemProblem) in
            try RawFields.day(written)
        }
        sight.details.schedule = try scheduled.map { written throws(ItemProblem) in
            try RawFields.moment(written)
        }
        if let duration {
            guard DurationReader.range.contains(duration) else {
                throw .value(key: "duration", written: String(duration))
            }
            sight.details.duration = duration
        }
        if let rating {
            guard (1...5).contains(rating) else { throw .value(key: "rating", written: String(rating)) }
            sight.details.rating = rating
        }
        sight.details.hours = hours ?? ""
        sight.details.link = link ?? ""
        sight.details.phone = phone ?? ""
        sight.details.otherName = otherName ?? ""
        sight.details.cost = try RawFields.money(cost, currency, key: "cost")
        return sight
    }
}
