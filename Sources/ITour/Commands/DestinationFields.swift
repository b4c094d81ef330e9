import Foundation
import Localization
import Shell

/// The fields of a destination that `add` and `edit` can set.
enum DestinationFields {
    static let details = Parameter.option(
        "details", .text, help: text("Details to remember about the trip."))
    static let date = Parameter.option(
        "date", ValueType<MomentSpan>.momentSpan.orNone,
        help: text(
            "When the trip begins, or begins and ends: “2025-05-01 18:30”, or 2025-05-01..2025-05-04; or “none”."
        )
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
        var start: Assignment<Moment>?
        var ending = try invocation[end]
        if let typed = try invocation[date] {
            start = Assignment.none
            if let span = typed.value { start = Assignment.some(span.start) }
            if let last = typed.value?.end {
                if ending != nil { throw TripError.twoEnds }
                ending = Assignment.some(last)
            }
        }
        return DestinationChanges(
            details: try invocation[details], start: start, end: ending, zone: try invocation[zone],
            priority: try invocation[priority], place: try invocation[place])
    }
}

/// The beginning of a trip, and its end if that was typed too.
struct MomentSpan: Sendable {
    let start: Moment
    let end: Moment?
}

extension ValueType where Value == MomentSpan {
    /// A moment, or a beginning and an end: `2025-05-01..2025-05-04`, `"2025-05-01 2025-05-04"`.
    static var momentSpan: ValueType<MomentSpan> {
        let moment = ValueType<Moment>.moment
        return ValueType(placeholder: moment.placeholder, completion: moment.completion) { string, context in
            let span = try MomentReader(context: context).span([string])
            return MomentSpan(start: span.start, end: span.end)
        }
    }
}
