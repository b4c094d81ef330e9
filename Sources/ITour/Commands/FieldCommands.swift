import Foundation
import Localization
import Shell
import Suite

/// `name`: renames the open destination.
struct NameCommand: Command {
    static let name = Parameter.rest(
        "name", .nonBlank, minimum: 1, help: text("The new name."), question: text("Name"))

    let declaration = CommandDeclaration(
        "name", group: .changes, summary: text("Renames the open destination."),
        parameters: [name.declaration], examples: ["open rome\nname Roma"], changesData: true)

    func willAsk(in session: TripSession) throws { _ = try session.record(nil, orOpen: Destination.self) }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orEditWith: "--name NAME")
        return try EditCommand.apply(
            DestinationChanges(name: try invocation[Self.name].joined(separator: " ")), to: destination,
            in: session)
    }
}

/// `details`: writes what to know about the open destination.
struct DetailsCommand: Command {
    static let details = Parameter.rest(
        "text", .text, help: text("What to know about the trip; without it, your editor opens."))
    static let clear = Parameter.flag("clear", help: text("Takes the details away."))

    let declaration = CommandDeclaration(
        "details", group: .changes, summary: text("Writes what to know about the open destination."),
        parameters: [details.declaration, clear.declaration],
        examples: ["open rome\ndetails \"Trains leave from Termini.\"", "open rome\ndetails"],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orEditWith: "--details TEXT")
        let words = try invocation[Self.details]
        let clears = try invocation[Self.clear]
        if clears, !words.isEmpty { throw TripError.textAndClear }
        var details = words.joined(separator: " ")
        if words.isEmpty, !clears {
            details = try await session.interaction.edit(destination.details)
        }
        return try EditCommand.apply(DestinationChanges(details: details), to: destination, in: session)
    }
}

/// `date`: sets when the trip to the open destination is.
struct DateCommand: Command {
    static let when = Parameter.rest(
        "date", .text, minimum: 1,
        help: text("When it begins, and when it ends if that is known; or “none”."),
        question: text("Date, with a time or without"))
    static let end = Parameter.option(
        "end", ValueType<Moment>.moment.orNone,
        help: text("The last day, or the time at which it ends; or “none”."))

    let declaration = CommandDeclaration(
        "date", group: .changes, summary: text("Sets when the trip to the open destination is."),
        discussion: [
            text(
                "A date without an end keeps the length of the trip; “none” takes the dates away."
            )
        ],
        parameters: [when.declaration, end.declaration, DestinationFields.zone.declaration],
        examples: [
            "open rome\ndate 2025-05-01", "open rome\ndate 2025-05-01 2025-05-04",
            "open rome\ndate \"2025-05-01 18:30\" --zone Europe/Rome", "open rome\ndate none",
        ],
        changesData: true)

    func willAsk(in session: TripSession) throws { _ = try session.record(nil, orOpen: Destination.self) }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orEditWith: "--date DATE")
        let words = try invocation[Self.when]
        let today = session.today
        let context = ParseContext(localizer: session.localizer, today: today)
        var changes = DestinationChanges(
            end: try invocation[Self.end], zone: try invocation[DestinationFields.zone])
        if words.count == 1, case .none? = try? ValueType<Moment>.moment.orNone.parse(words[0], context) {
            changes.start = Assignment.none
        } else {
            let span = try MomentReader(context: context).span(words)
            changes.start = .some(span.start)
            if let end = span.end {
                if changes.end != nil { throw TripError.twoEnds }
                changes.end = .some(end)
            } else if changes.end == nil {
                changes.end = try moved(destination.dates, to: span.start)
                return try Self.keepingLength(changes, of: destination, in: session)
            }
        }
        return try EditCommand.apply(changes, to: destination, in: session)
    }

    /// Moves a trip whose end nobody typed.
    @MainActor
    private static func keepingLength(
        _ changes: DestinationChanges, of destination: Destination, in session: TripSession
    ) throws -> Output {
        do {
            return try EditCommand.apply(changes, to: destination, in: session)
        } catch TripError.skippedHour(let moment, let zone)
            where moment == changes.end?.value && moment != changes.start?.value
        {
            throw TripError.skippedEnd(moment, zone: zone)
        }
    }

    /// The end of a trip of the same length that begins at another moment.
    ///
    /// - Throws: ``TripError/mixedTimes(start:end:)`` where days and times have no common length.
    private func moved(_ dates: TripDates?, to start: Moment) throws(TripError) -> Assignment<Moment> {
        guard let dates, let end = dates.end else { return .none }
        guard dates.isAllDay == (start.minute == nil) else { throw .mixedTimes(start: start, end: end) }
        let length = end.stored.timeIntervalSince(dates.start.stored)
        return .some(Moment(stored: start.stored.addingTimeInterval(length), isAllDay: dates.isAllDay))
    }
}

/// `priority`: sets how much one wants to go to the open destination.
struct PriorityCommand: Command {
    static let priority = Parameter.required(
        "priority", .priority, help: text("How much you want to go: meh, maybe or must, or 1 to 3."),
        question: text("Priority: meh, maybe or must"))

    let declaration = CommandDeclaration(
        "priority", group: .changes, summary: text("Sets how much you want to go to the open destination."),
        parameters: [priority.declaration], examples: ["open rome\npriority must", "open rome\npriority 3"],
        changesData: true)

    func willAsk(in session: TripSession) throws { _ = try session.record(nil, orOpen: Destination.self) }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orEditWith: "--priority PRIORITY")
        return try EditCommand.apply(
            DestinationChanges(priority: try invocation[Self.priority]), to: destination, in: session)
    }
}
