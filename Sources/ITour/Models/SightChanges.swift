import Localization
import Shell
import Suite

/// The changes of an edit to a sight; `nil` leaves a field as it is.
struct SightChanges {
    var name: String?
    var place: Assignment<Coordinates>?
    var address: String?
    var note: String?
    var isVisited: Bool?
    var hours: String?
    var link: String?
    var phone: String?
    var otherName: String?
    var cost: Assignment<Money>?
    var rating: Assignment<Int>?

    /// Creates empty changes.
    init() {}

    /// Creates changes from a command's options. Amounts without a currency are in the user's own.
    @MainActor
    init(_ invocation: Invocation, in session: TripSession) throws {
        place = try invocation[SightArguments.at]
        address = try invocation[SightArguments.address]
        note = try invocation[SightArguments.note]
        hours = try invocation[SightArguments.hours]
        link = try invocation[SightArguments.link]
        phone = try invocation[SightArguments.phone]
        otherName = try invocation[SightArguments.otherName]
        rating = try invocation[SightArguments.rating]
        cost = try session.cost(of: invocation)
    }

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && place == nil && address == nil && note == nil && isVisited == nil
            && hours == nil && link == nil && phone == nil && otherName == nil && cost == nil && rating == nil
    }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the fields whose values changed.
    @discardableResult
    func apply(to sight: Sight) -> [LocalizedText] {
        var changed = FieldChanges(of: sight)
        changed.set(\.name, name, text("name"))
        if let place { changed.set(\.place, .some(place.value), text("place")) }
        changed.set(\.address, address, text("address"))
        changed.set(\.note, note, text("note"))
        changed.set(\.isVisited, isVisited, text("whether it was visited"))
        changed.set(\.hours, hours, text("opening hours"))
        changed.set(\.link, link, text("link"))
        changed.set(\.phone, phone, text("phone"))
        changed.set(\.otherName, otherName, text("other name"))
        if let cost { changed.set(\.cost, .some(cost.value), text("cost")) }
        if let rating { changed.set(\.rating, .some(rating.value), text("rating")) }
        return changed.labels
    }

    /// A warning if the new opening hours aren't in the known notation; `nil` otherwise. They are kept as a
    /// text.
    var hoursWarning: LocalizedText? {
        guard let hours, !hours.isEmpty, OpeningHours(hours) == nil else { return nil }
        return text("The opening hours “%@” can't be interpreted. They are kept as a text.", hours)
    }
}
