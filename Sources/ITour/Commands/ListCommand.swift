import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `list`: the destinations.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the destinations."),
        discussion: [
            text(
                "The order and the filter are remembered for the next time, also by “search”; “list --all” shows everything again."
            )
        ],
        parameters: ListOptions.declarations,
        examples: ["list", "list --sort priority", "list --future --priority maybe..must", "list --all"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let warnings = choice.remember(in: session)
        let destinations = try choice.destinations(in: session)
        guard destinations.isEmpty else {
            let table = DestinationTable.table(
                destinations, note: choice.filterNote, omission: choice.omission)
            return Output(warnings + [.table(table)])
        }
        let isEmpty = try session.context.fetchCount(FetchDescriptor<Destination>()) == 0
        let message =
            isEmpty
            ? text(
                "There are no destinations yet. Make your first with “add”, or look around with “samples”.")
            : text("No destination fits. “list --all” shows everything.")
        return Output(
            warnings + [.message(message)],
            data: [.table(DestinationTable.table([], omission: isEmpty ? nil : choice.omission))])
    }
}

/// `search`: the destinations with a text in name, details or sights.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text", .nonBlank, minimum: 1,
        help: text("What to look for in names, details and sights; case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text("Finds destinations by a text in them or in their sights."),
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: ["search fountain", "search museum --future --sort date"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let destinations = try choice.destinations(containing: searched, in: session)
        let table = DestinationTable.table(
            destinations, note: choice.filterNote, omission: choice.omission)
        guard destinations.isEmpty else { return Output([.table(table)]) }
        let none = text("No destination has “%@” in its name, its details or its sights.", searched)
        return Output(
            [.message(choice.filterNote.map { text("%1$@ There is a filter: %2$@.", none, $0) } ?? none)],
            data: [.table(table)])
    }
}
