import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `list`: lists the destinations.
struct ListCommand: Command {
    private static let conditions = Parameter.rest(
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
        let destinations = try choice.destinations(in: session).filter { try condition.holds(for: $0) }
        guard destinations.isEmpty else {
            let table = Destination.table(
                destinations, session.fieldContext, note: choice.filterNote, trips: try session.hasTrips)
            return Output(warnings + [.table(table)])
        }
        let isEmpty = try session.context.fetchCount(FetchDescriptor<Destination>()) == 0
        let message =
            isEmpty
            ? text(
                "There are no destinations yet. Add the first one with “add”, or add sample trips with “samples”."
            )
            : text("No destination matches. “list --all” shows everything.")
        return Output(
            warnings + [.message(message)],
            data: [.table(Destination.table([], session.fieldContext))])
    }
}

/// `search`: finds destinations by a text in their names, details or sights.
struct SearchCommand: Command {
    static let wanted = Parameter.words(
        "text", .nonBlank, minimum: 1,
        help: text("The text to find in names, details and sights. Case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text("Finds destinations by their text or the text of their sights."),
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: [text("search fountain"), text("search museum --future --sort date")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let destinations = try choice.destinations(containing: searched, in: session)
        let table = Destination.table(
            destinations, session.fieldContext, note: choice.filterNote, trips: try session.hasTrips)
        guard destinations.isEmpty else { return Output([.table(table)]) }
        let none = text("No destination has “%@” in its name, details or sights.", searched)
        return Output(
            [.message(choice.filterNote.map { text("%1$@ The list is filtered: %2$@.", none, $0) } ?? none)],
            data: [.table(table)])
    }
}
