import Foundation
import Localization
import Shell
import Suite

/// Asks for each field of a destination, with its present value in the line.
@MainActor
struct DestinationQuestions {
    let destination: Destination
    let session: TripSession

    /// The changes that the answers make. Nothing is changed before the last question is answered.
    func ask() async throws -> DestinationChanges {
        let questions = FieldQuestions(session)
        var changes = DestinationChanges()
        changes.name = try await questions.answer(text("Name"), .nonBlank, destination.name)
        let dates = destination.dates
        let start = try await questions.optional(
            text("Date, with a time or without (blank for none)"), .moment, typed(dates?.start))
        changes.start = start
        changes.end = Assignment.none
        if let start = start.value {
            let zone = destination.timeZone
            // Dates that don't fit are asked for again, before it costs the person all answers.
            changes.end = try await questions.optional(
                text("End (blank for none)"), .moment, typed(dates?.end)
            ) { try session.checkClock(try TripDates(start: start, end: $0), zone: zone) }
        }
        changes.priority = try await questions.answer(
            text("Priority: meh, maybe or must"), .priority,
            session.localizer.string(destination.priority.name))
        changes.details = try await questions.longText(
            text("Details"), editing: text("Edit the details in your editor?"), destination.details)
        return changes
    }

    /// A moment as it can be typed.
    private func typed(_ moment: Moment?) -> String? {
        moment.map { moment in
            moment.minute.map { "\(moment.day) \(ClockTime.iso(minute: $0))" } ?? moment.day.description
        }
    }
}
