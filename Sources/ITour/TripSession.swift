import Foundation
import Localization
import ModelData
import Shell
import Suite
import Sync

/// itour's session on its store.
@MainActor
final class TripSession: StoreSession {
    init(_ session: SessionContext) throws {
        try super.init(
            session, models: [Destination.self, Sight.self, PointOfInterest.self, Category.self],
            synchronizing: [PointOfInterest.self, Category.self, Destination.self, Sight.self])
    }

    override var modelNames: ModelNames { Self.names }

    override var nothingOpen: NothingOpen {
        NothingOpen(
            text("No destination is open."),
            opening: text(
                "“open DESTINATION” opens one, and “add NAME” makes one; or name it in the command."))
    }

    /// The open destination, for a command that has no place for the name of another one.
    ///
    /// - Parameter option: The option of `edit` that does the same to one that is named.
    func openDestination(orEditWith option: String) throws -> Destination {
        do {
            return try record(nil, orOpen: Destination.self)
        } catch let error as NothingOpen {
            throw NothingOpen(
                error.problem,
                opening: text(
                    "“open DESTINATION” opens one; “%@” does without.", "edit DESTINATION \(option)"))
        }
    }

    /// Names complete DESTINATION, SIGHT, POI and what narrows lists of points.
    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case LiveValues.points: return try texts(of: \PointOfInterest.name, matching: prefix)
        case LiveValues.cities: return try texts(of: \PointOfInterest.city, matching: prefix)
        case LiveValues.countries: return try texts(of: \PointOfInterest.country, matching: prefix)
        case LiveValues.categories: return try texts(of: \Category.name, matching: prefix)
        // Where a destination is open, all the words are the new sight's name.
        case LiveValues.unlessOpen where try opened(Destination.self) != nil: return []
        case LiveValues.unlessOpen, LiveValues.destinations:
            return try texts(of: \Destination.name, matching: prefix)
        default: break
        }
        var names: [String] = []
        if source != LiveValues.sights { names += try texts(of: \Destination.name, matching: prefix) }
        if let open = try opened(Destination.self) {
            names += open.sights.map(\.name)
        } else {
            names += try texts(of: \Sight.name, matching: prefix)
        }
        return names
    }

    /// The destinations with the same name, whatever the case and accents.
    func namesakes(of name: String) throws -> [Destination] {
        let folded = Localization.SearchFold.fold(name)
        return try context.fetch(FetchDescriptor(predicate: Destination.titled(containing: name)))
            .filter { Localization.SearchFold.fold($0.name) == folded }
    }

    /// Throws where the clocks of the place, or of the user where its time zone isn't known, never show a moment.
    func checkClock(_ moment: Moment?, zone: String?) throws(TripError) {
        guard let moment, moment.minute != nil else { return }
        try DaylightSaving.check(
            moment, in: zone.flatMap { TimeZone(identifier: $0) } ?? surroundings.timeZone)
    }
}

/// The names of the live values that complete arguments.
enum LiveValues {
    static let destinations = "destinations"
    /// The destinations, where none is open.
    static let unlessOpen = "destinations unless one is open"
    static let sights = "sights"
    static let places = "places"
    static let points = "points"
    static let cities = "cities"
    static let countries = "countries"
    static let categories = "categories"
}
