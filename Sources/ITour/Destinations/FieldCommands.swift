import Foundation
import Localization
import ProgramKit
import Shell

/// `name`: renames the open destination.
struct NameCommand: Command {
    static let name = Parameter.words(
        "name", .nonBlank, minimum: 1, placeholder: text("NAME"),
        help: text("The new name."), question: text("Name"))

    let declaration = CommandDeclaration(
        "name", group: .changes, summary: text("Renames the open destination."),
        parameters: [name.declaration], examples: [text("open rome\nname Roma")], changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.record(nil, orOpen: Destination.self)
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orUse: text("edit DESTINATION --name NAME"))
        let name = try invocation[Self.name].joined(separator: " ")
        return try await EditCommand.apply([], to: destination, in: session) { destination.name = name }
    }
}

/// `details`: sets the details of the open destination.
struct DetailsCommand: Command {
    static let details = Parameter.words(
        "text", .text, help: text("Details to remember about the trip. Without a text, your editor opens."))
    static let clear = Parameter.flag("clear", help: text("Remove the details, after confirmation."))

    let declaration = CommandDeclaration(
        "details", group: .changes, summary: text("Changes the details of the open destination."),
        parameters: [details.declaration, clear.declaration],
        examples: [text("open rome\ndetails \"Trains leave from Termini.\""), text("open rome\ndetails")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orUse: text("edit DESTINATION --details TEXT"))
        let words = try invocation[Self.details]
        let clears = try invocation[Self.clear]
        if clears, !words.isEmpty { throw TripError.textAndClear }
        var details = words.joined(separator: " ")
        if clears, !destination.details.isEmpty {
            let question = text("Remove the details of “%@”?", destination.name)
            guard try await session.interaction.confirm(question, for: invocation) else {
                return .nothingDeleted(Destination.table([], session.fieldContext))
            }
        }
        if words.isEmpty, !clears {
            details = try await session.interaction.edit(destination.details)
        }
        let new = details
        return try await EditCommand.apply([], to: destination, in: session) { destination.details = new }
    }
}

/// `date`: sets the dates of the trip to the open destination.
struct DateCommand: Command {
    static let when = Parameter.words(
        "date", .text, minimum: 1, placeholder: text("DATE"),
        help: text("When the trip begins and, if known, when it ends; or “none”."),
        question: text("Date, with a time or without"))
    let declaration = CommandDeclaration(
        "date", group: .changes, summary: text("Sets the dates of the trip to the open destination."),
        discussion: [
            text(
                "If you give no end, the trip keeps its length, and the planned sights move with its beginning. “none” removes the dates."
            )
        ],
        parameters: [when.declaration] + Destination.fields.options(only: ["end", "timeZone"]),
        examples: [
            text("open rome\ndate 2025-05-01"), text("open rome\ndate 2025-05-01 2025-05-04"),
            text("open rome\ndate \"2025-05-01 18:30\" --zone Europe/Rome"), text("open rome\ndate none"),
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.record(nil, orOpen: Destination.self)
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orUse: text("edit DESTINATION --date DATE"))
        let words = try invocation[Self.when]
        let context = session.fieldContext.parsing
        var changes = try Destination.fields.changes(invocation, only: ["end", "timeZone"])
        var dates: MomentSpan?
        if words.count == 1, case .none? = try? ValueType<Moment>.moment.orNone.parse(words[0], context) {
        } else {
            let span = try MomentReader(context: context).span(words)
            dates = MomentSpan(start: span.start, end: span.end)
        }
        changes += try Destination.changes(to: dates, besides: changes)
        return try await EditCommand.apply(changes, to: destination, in: session)
    }
}

/// `priority`: sets the priority of the open destination.
struct PriorityCommand: Command {
    static let priority = Parameter.required(
        "priority", .priority, placeholder: text("PRIORITY"),
        help: text("How much you want to go: meh, maybe or must, or 1 to 3."),
        question: text("Priority: meh, maybe or must"))

    let declaration = CommandDeclaration(
        "priority", group: .changes, summary: text("Sets how much you want to go to the open destination."),
        parameters: [priority.declaration],
        examples: [text("open rome\npriority must"), text("open rome\npriority 3")], changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.record(nil, orOpen: Destination.self)
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.openDestination(orUse: text("edit DESTINATION --priority PRIORITY"))
        let priority = try invocation[Self.priority]
        return try await EditCommand.apply([], to: destination, in: session) {
            destination.priority = priority
        }
    }
}
