import Foundation
import Localization
import Shell

/// The fields of a destination that `add` and `edit` can set.
enum DestinationFields {
    static let details = Parameter.option(
        "details", .text, help: text("Details to remember about the trip."))
    static let date = Parameter.option(
        "date", ValueType<Moment>.moment.orNone,
        help: text(
            "When the trip begins: a day, or a day and a local time, such as “2025-05-01 18:30”; or “none”.")
    )
    static let end = Parameter.option(
        "end", ValueType<Moment>.moment.orNone,
        help: text("When the trip ends: the last day, or a day and a local time; or “none”."))
    static let zone = Parameter.option(
        "zone", ValueType<TimeZone>.timeZone.orNone,
        help: text(
            "The destination's time zone, such as Europe/Rome, used to check the times; or “none”."))
    static let place = Parameter.option(
        "at", ValueType<DestinationPlace>.destinationPlace.orNone,
        help: text(
            "The place: a city with its country, degrees north and east, or the link of a map; or “none”. Default for a new destination: the city with its name."
        ))
    static let priority = Parameter.option(
        "priority", .priority, help: text("How much you want to go: meh, maybe or must, or 1 to 3."))

    static var declarations: [ParameterDeclaration] {
        [
            date.declaration, end.declaration, place.declaration, zone.declaration, priority.declaration,
            details.declaration,
        ]
    }

    /// Returns the changes from a command's options.
    static func changes(_ invocation: Invocation) throws -> DestinationChanges {
        DestinationChanges(
            details: try invocation[details], start: try invocation[date], end: try invocation[end],
            zone: try invocation[zone], priority: try invocation[priority], place: try invocation[place])
    }
}
