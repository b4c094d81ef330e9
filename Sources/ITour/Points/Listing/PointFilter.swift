import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The filter of a call of `poi list`, `poi search` or `poi near`.
@MainActor
struct PointFilter {
    private let city: String?
    private let country: String?
    private let category: Category?
    private let onlyFavourites: Bool
    private let foldedCity: String?
    private let foldedCountry: String?
    /// The largest number of points; `nil` for all.
    let limit: Int?

    init(_ invocation: Invocation, _ session: TripSession) throws {
        city = try invocation[PointFilterOptions.city]
        country = try invocation[PointFilterOptions.country]
        foldedCity = city.map { SearchFold.fold($0) }
        foldedCountry = country.map { SearchFold.fold($0) }
        category = try invocation[PointFilterOptions.category].map(session.context.category(named:))
        onlyFavourites = try invocation[PointFilterOptions.favourite]
        limit = try invocation[PointFilterOptions.count]
    }

    /// Whether every point matches.
    var matchesEverything: Bool { city == nil && country == nil && category == nil && !onlyFavourites }

    /// Returns the points that match the filter and meet a condition, sorted by name.
    func points(
        in session: TripSession, meeting condition: Condition<PointOfInterest> = .all([])
    ) throws -> [PointOfInterest] {
        var found = try fetch(predicate, session).filter(includes)
        if !condition.isEmpty { found = try found.filter { try condition.holds(for: $0) } }
        return sorted(found, session)
    }

    /// Returns the points that match the filter and contain a text in a field or their category, sorted by
    /// name.
    ///
    /// - Parameters:
    ///   - wanted: The text.
    ///   - session: The session.
    func points(containing wanted: String, in session: TripSession) throws -> [PointOfInterest] {
        var found = try fetch(PointOfInterest.fields.containing(wanted), session)
        let known = Set(found.map { ObjectIdentifier($0) })
        let categories = try session.context.fetch(
            FetchDescriptor(predicate: #Predicate<Category> { $0.name.localizedStandardContains(wanted) }))
        for category in categories {
            found += try fetch(Self.inCategory(category), session).filter {
                !known.contains(ObjectIdentifier($0))
            }
        }
        return sorted(found.filter(includes), session)
    }

    private func fetch(
        _ predicate: Predicate<PointOfInterest>?, _ session: TripSession
    ) throws -> [PointOfInterest] {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.relationshipKeyPathsForPrefetching = [\.category]
        return try session.fetchReadable(descriptor)
    }

    private func sorted(_ points: [PointOfInterest], _ session: TripSession) -> [PointOfInterest] {
        let sorted = Collator(session.localizer.language).sorted(points, by: \.name)
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }

    /// Whether a point matches.
    func includes(_ point: PointOfInterest) -> Bool {
        (!onlyFavourites || point.isFavourite) && (category == nil || point.category === category)
            && Self.contains(point.city, folded: foldedCity)
            && Self.contains(point.country, folded: foldedCountry)
    }

    private static func contains(_ text: String, folded wanted: String?) -> Bool {
        wanted.map { SearchFold.contains(text, folded: $0) } ?? true
    }

    private static func inCategory(_ category: Category) -> Predicate<PointOfInterest> {
        let identifier = category.persistentModelID
        return #Predicate<PointOfInterest> { $0.category?.persistentModelID == identifier }
    }

    /// A predicate for the most selective condition. The code checks the other conditions after the fetch.
    private var predicate: Predicate<PointOfInterest>? {
        if let category { return Self.inCategory(category) }
        if onlyFavourites { return #Predicate<PointOfInterest> { $0.isFavourite } }
        if let city { return #Predicate<PointOfInterest> { $0.city.localizedStandardContains(city) } }
        if let country {
            return #Predicate<PointOfInterest> { $0.country.localizedStandardContains(country) }
        }
        return nil
    }

    /// Returns a suggestion of similar names if no point has the given city or country.
    func suggestion(in session: TripSession) throws -> LocalizedText? {
        for (wanted, property) in [(city, \PointOfInterest.city), (country, \PointOfInterest.country)] {
            guard let wanted else { continue }
            let known = Array(Set(try session.texts(of: property, matching: ""))).sorted()
            let near = nearest(to: wanted, in: known, limit: 3)
            if known.contains(wanted) { continue }
            if let question = LocalizedText.didYouMean(near) { return question }
        }
        return nil
    }
}

extension NearbyRecord<PointOfInterest> {
    /// Returns the wanted points of interest within a distance, the nearest first.
    static func around(
        _ place: Coordinates, within distance: Double, in context: ModelContext,
        where isWanted: (PointOfInterest) throws -> Bool
    ) throws -> [NearbyRecord] {
        try around(place, within: distance, in: context, where: isWanted) { south, north, west, east in
            #Predicate<PointOfInterest> {
                $0.latitude! >= south && $0.latitude! <= north && $0.longitude! >= west
                    && $0.longitude! <= east
            }
        }
    }
}
