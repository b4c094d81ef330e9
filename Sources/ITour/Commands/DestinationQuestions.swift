import Foundation
import Localization
import Shell
import Suite

/// Asks for each field of a destination. The input line already contains the field's current value.
@MainActor
struct DestinationQuestions {
    let destination: Destination
    let session: TripSession

    /// Asks the questions and returns the changes. The destination itself isn't changed.
    func ask() async throws -> DestinationChanges {
        let questions = FieldQuestions(session)
        var changes = DestinationChanges()
        changes.name = try await questions.answer(text("Name"), .nonBlank, destination.name)
        let dates = destination.dates
        let zone = destination.timeZone
        // Check each date at once, so that the user can correct the answer. Unchanged dates aren't checked.
        changes.start = try await questions.optional(
            text("Date, with a time or without (blank for none)"), .moment, dates?.start, typed: Self.typed
        ) { if $0 != dates?.start { try session.checkClock($0, zone: zone) } }
        if let start = changes.start.map(\.value) ?? dates?.start {
            // Show the end that keeps the length in days, or the exact length if the start is later on that day.
            let shift = dates?.firstDay.days(until: start.day) ?? 0
            var shownEnd = dates?.end.map { Moment($0.day.adding(days: shift), minute: $0.minute) }
            if let end = shownEnd, end < start { shownEnd = (try? changes.dates(of: destination))?.end }
            changes.end = try await questions.optional(
                text("End (blank for none)"), .moment, shownEnd, typed: Self.typed
            ) { end in
                _ = try TripDates(start: start, end: end)
                if end != dates?.end { try session.checkClock(end, zone: zone) }
            }
            // Without an end, the changes would move the old one by the exact time.
            if changes.start != nil, changes.end == nil {
                changes.end = Assignment.none
                if let shownEnd { changes.end = Assignment.some(shownEnd) }
            }
        } else if changes.start != nil {
            changes.end = Assignment.none
        }
        changes.zone = try await questions.optional(
            text("Time zone (blank for none)"), .timeZone, zone.flatMap { TimeZone(identifier: $0) },
            typed: \.identifier)
        changes.priority = try await questions.answer(
            text("Priority: meh, maybe or must"), .priority,
            session.localizer.string(destination.priority.name))
        changes.details = try await questions.lineOrEditor(
            text("Details"), editing: text("Edit the details in your editor?"), destination.details)
        let sights = TripContents(destination)
        if let first = dates?.firstDay, let start = changes.start?.value, first != start.day, !sights.isEmpty
        {
            changes.movesSights = try await session.interaction.confirm(
                text("Move these by %1$lld days too: %2$@?", abs(first.days(until: start.day)), sights.counts)
            )
        }
        return changes
    }

    /// Returns a moment in a form that the user can type.
    nonisolated private static func typed(_ moment: Moment) -> String {
        moment.minute.map { "\(moment.day) \(ClockTime.iso(minute: $0))" } ?? moment.day.description
    }
}
