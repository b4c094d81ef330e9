import Localization
import ProgramKit
import Shell

/// The changes of `poi add` or `poi edit` to a point; `nil` leaves a field as it is.
struct PointChanges {
    var name: String?
    var place: Assignment<Coordinates>?
    var address: String?
    var city: String?
    var country: String?
    var category: Assignment<String>?
    var information: String?
    var isFavourite: Bool?

    /// Creates empty changes.
    init() {}

    /// Creates changes from a command's options.
    init(_ invocation: Invocation) throws {
        place = try invocation[PointArguments.at]
        address = try invocation[PointArguments.address]
        city = try invocation[PointArguments.city]
        country = try invocation[PointArguments.country]
        category = try invocation[PointArguments.category]
        information = try invocation[PointArguments.information]
    }

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && place == nil && address == nil && city == nil && country == nil && category == nil
            && information == nil && isFavourite == nil
    }

    /// Applies the changes. If the category doesn't exist yet, creates it.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - session: The session.
    /// - Returns: The labels of the fields whose values changed.
    /// - Throws: The errors of a fetch.
    @MainActor
    @discardableResult
    func apply(to point: PointOfInterest, in session: TripSession) throws -> [LocalizedText] {
        var changed = FieldChanges(of: point)
        changed.set(\.name, name, text("name"))
        if let category {
            let found = try category.value.map(session.findOrMakeCategory)
            if point.category !== found {
                point.category = found
                changed.note(text("category"))
            }
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
