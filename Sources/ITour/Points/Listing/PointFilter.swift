import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Which points a call of `poi list`, `poi search` or `poi near` asks for.
@MainActor
struct PointFilter {
    private let city: String?
    private let country: String?
    private let category: Category?
    private let onlyFavourites: Bool
    /// How many at most.
    let limit: Int?

    init(_ invocation: Invocation, _ session: TripSession) throws {
        city = try invocation[PointFilterOptions.city]
        country = try invocation[PointFilterOptions.country]
        category = try invocation[PointFilterOptions.category].map(session.category(named:))
        onlyFavourites = try invocation[PointFilterOptions.favourite]
        limit = try invocation[PointFilterOptions.count]
    }

    /// Whether every point fits.
    var isOpen: Bool { city == nil && country == nil && category == nil && !onlyFavourites }

    /// The points that fit, by name.
    func points(containing wanted: String? = nil, in session: TripSession) throws -> [PointOfInterest] {
        var descriptor = FetchDescriptor(predicate: predicate(containing: wanted))
        descriptor.relationshipKeyPathsForPrefetching = [\.category]
        let found = Collator(session.localizer.language).sorted(
            try session.context.fetch(descriptor), by: \.name)
        return limit.map { Array(found.prefix($0)) } ?? found
    }

    /// Whether a point fits.
    func includes(_ point: PointOfInterest) throws -> Bool {
        try predicate(containing: nil)?.evaluate(point) ?? true
    }

    private func predicate(containing wanted: String?) -> Predicate<PointOfInterest>? {
        if isOpen, wanted == nil { return nil }
        let (anyCity, city) = (city == nil, city ?? "")
        let (anyCountry, country) = (country == nil, country ?? "")
        let (anyTaste, anyCategory) = (!onlyFavourites, category == nil)
        let identifier = category?.persistentModelID
        let filter = #Predicate<PointOfInterest> {
            (anyTaste || $0.isFavourite) && (anyCategory || $0.category?.persistentModelID == identifier)
                && (anyCity || $0.city.localizedStandardContains(city))
                && (anyCountry || $0.country.localizedStandardContains(country))
        }
        guard let wanted else { return filter }
        let search = #Predicate<PointOfInterest> {
            $0.name.localizedStandardContains(wanted) || $0.city.localizedStandardContains(wanted)
                || $0.country.localizedStandardContains(wanted)
                || $0.address.localizedStandardContains(wanted)
                || $0.information.localizedStandardContains(wanted)
                || ($0.category?.name ?? "").localizedStandardContains(wanted)
        }
        if isOpen { return search }
        return #Predicate<PointOfInterest> { filter.evaluate($0) && search.evaluate($0) }
    }

    /// The cities or countries that a person may have meant, where none fits.
    func suggestion(in session: TripSession) throws -> LocalizedText? {
        for (wanted, property) in [(city, \PointOfInterest.city), (country, \PointOfInterest.country)] {
            guard let wanted else { continue }
            let known = Array(Set(try session.texts(of: property, matching: ""))).sorted()
            let near = nearest(to: wanted, in: known, limit: 3)
            if near.isEmpty || known.contains(wanted) { continue }
            return text("Did you mean %@?", TextArgument.list(near.map { .text(text("“%@”", $0)) }))
        }
        return nil
    }
}
