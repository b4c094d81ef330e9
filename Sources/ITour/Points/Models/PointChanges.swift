import Localization
import Shell
import Suite

/// What `poi add` and `poi edit` want of a point.
struct PointChanges {
    var name: String?
    var place: Assignment<Place>?
    var address: String?
    var city: String?
    var country: String?
    var category: Assignment<String>?
    var information: String?
    var isFavourite: Bool?

    /// Nothing.
    init() {}

    /// What a call's options ask for.
    init(_ invocation: Invocation) throws {
        place = try invocation[PointArguments.at]
        address = try invocation[PointArguments.address]
        city = try invocation[PointArguments.city]
        country = try invocation[PointArguments.country]
        category = try invocation[PointArguments.category]
        information = try invocation[PointArguments.information]
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool {
        name == nil && place == nil && address == nil && city == nil && country == nil && category == nil
            && information == nil && isFavourite == nil
    }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the fields that changed; none where the point was so already.
    @MainActor
    @discardableResult
    func apply(to point: PointOfInterest, in session: TripSession) throws -> [LocalizedText] {
        var changed = FieldChanges(of: point)
        changed.set(\.name, name, text("name"))
        if let category {
            let found = try category.value.map(session.findOrMakeCategory)
            changed.set(\.category, .some(found), text("category"))
        }
        changed.set(\.city, city, text("city"))
        changed.set(\.country, country, text("country"))
        changed.set(\.address, address, text("address"))
        if let place { changed.set(\.place, .some(place.value), text("place")) }
        changed.set(\.information, information, text("information"))
        changed.set(\.isFavourite, isFavourite, text("whether it is a favourite"))
        return changed.labels
    }
}
