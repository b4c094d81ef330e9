import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `list`: lists the destinations.
struct ListCommand: Command {
    static let conditions = Parameter.rest(
        "condition", .condition(source: TripCompletions.destinationConditions).keepingQuotes,
        help: text(
            "Words and conditions such as priority:must, date:2027-04-05..2027-04-30, trip:japan or is:unplanned, with “or”, “not” or a hyphen, and parentheses."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<Destination>.condition(
                forOption: $0, $1, of: Destination.fields, other: ["country": "country", "sight": "sight"])
        }

    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the destinations."),
        discussion: [
            text(
                "At a terminal, “list” remembers the order and the filter, also for “search”. “list --all” shows everything again."
            ),
            text(
                "In scripts, in other stores, and with --json and --csv, only the options of the call count."),
        ],
        parameters: [conditions.declaration] + ListOptions.declarations,
        examples: [
            .verbatim("list"), .verbatim("list priority:maybe.. -is:past"),
            .verbatim("list --sort priority"),
            .verbatim("list --future --priority maybe..must"),
            .verbatim("list --all"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let warnings = choice.remember(invocation, in: session)
        let condition = try session.condition(
            invocation[Self.conditions], session.destinationConditions)
        return try Self.output(
            choice.destinations(in: session).filter { try condition.holds(for: $0) }, above: warnings,
            note: choice.filterNote, in: session)
    }

    /// Returns a list of destinations, or the reason why it is empty.
    static func output(
        _ destinations: [Destination], above: [Block], note: LocalizedText?, in session: TripSession
    ) throws -> Output {
        guard destinations.isEmpty else {
            let table = Destination.table(
                destinations, session.fieldContext, note: note, trips: try session.hasTrips)
            return Output(above + [.table(table)])
        }
        let isEmpty = try session.context.fetchCount(FetchDescriptor<Destination>()) == 0
        let message =
            isEmpty
            ? text(
                "There are no destinations yet. Add the first one with “add”, or add sample trips with “samples”."
            )
            : text("No destination matches. “list --all” shows everything.")
        return Output(
            above + [.message(message)],
            data: [.table(Destination.table([], session.fieldContext))])
    }
}

/// `search`: finds destinations by a text in their names, details or sights, and trips and their parts by their texts.
struct SearchCommand: Command {
    static let wanted = Parameter.words(
        "text", .nonBlank, minimum: 1,
        help: text(
            "The text to find, such as a name or the code of a booking. Case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text(
            "Finds destinations, sights, trips, transport, stays, expenses and checklist items by their texts."
        ),
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: [
            text("search fountain"), .verbatim("search ABC123"), text("search museum --future --sort date"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let destinations = try choice.destinations(containing: searched, in: session)
        let table = Destination.table(
            destinations, session.fieldContext, note: choice.filterNote, trips: try session.hasTrips)
        let others = try choice.others(containing: searched, in: session)
        let data = [Block.table(FoundRecord.data(others, after: table))]
        let blocks: [Block] =
            (destinations.isEmpty ? [] : [.table(table)])
            + (others.isEmpty ? [] : [.table(FoundRecord.table(others))])
        guard blocks.isEmpty else { return Output(blocks, data: data) }
        let none = text("Nothing contains “%@”.", searched)
        return Output(
            [.message(choice.filterNote.map { text("%1$@ The list is filtered: %2$@.", none, $0) } ?? none)],
            data: data)
    }
}
