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

    /// Creates empty changes.
    init() {}

    /// Creates changes from a command's options.
    init(_ invocation: Invocation) throws {
        place = try invocation[SightArguments.at]
        address = try invocation[SightArguments.address]
        note = try invocation[SightArguments.note]
    }

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && place == nil && address == nil && note == nil && isVisited == nil
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
        return changed.labels
    }
}
