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
                destinations, session.fieldContext.forList, note: note, trips: try session.hasTrips)
            return Output(above + [.table(table)])
        }
        return Output(
            above + [.message(try emptyList(in: session))],
            data: [.table(Destination.table([], session.fieldContext))])
    }

    /// Returns the reason why a list is empty.
    static func emptyList(in session: TripSession) throws -> LocalizedText {
        try session.context.fetchCount(FetchDescriptor<Destination>()) == 0
            ? text(
                "There are no destinations yet. Add the first one with “add”, or add sample trips with “samples”."
            )
            : text("No destination matches. “list --all” shows everything.")
    }
}
