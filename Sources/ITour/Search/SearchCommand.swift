import Localization
import ProgramKit
import Shell

/// `search`: finds destinations by a text in their names, details or sights, and trips and their parts by their texts; or all of
/// them by conditions.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text",
        .condition(source: TripCompletions.destinationConditions).named(text("TEXT")).textByName,
        minimum: 1,
        help: text(
            "The text to find, such as a name or the code of a booking, or conditions such as cost:>100. Case and accents don't matter."
        ),
        question: text("Search for")
    ).takingHyphens

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text(
            "Finds destinations, sights, trips, transport, stays, expenses and checklist items by their texts."
        ),
        discussion: [text("Conditions find the kinds of entries that have their keys.")],
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: [
            text("search fountain"), .verbatim("search ABC123"), text("search museum --future --sort date"),
            .verbatim("search cost:100.. -is:cancelled"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let terms = try invocation[Self.wanted]
        let searched = QuotedText.unquoted(terms.joined(separator: " "))
        var destinations: [Destination] = [], others: [FoundRecord] = []
        let areConditions = session.destinationConditions.areConditions(terms, session.localizer)
        if !areConditions {
            destinations = try choice.destinations(containing: searched, in: session)
            others = try choice.others(containing: searched, in: session)
        }
        // “bed and breakfast” may be a name.
        let hasOperator = terms.contains { ["or", "and", "not"].contains($0.lowercased()) }
        if areConditions || hasOperator && destinations.isEmpty && others.isEmpty {
            let conditions = try FoundConditions(terms, session)
            if let condition = conditions.destination {
                destinations = try choice.destinations(in: session).filter { try condition.holds(for: $0) }
            }
            others = choice.narrowed(try conditions.others(in: session))
        }
        let table = Destination.table(
            destinations, session.fieldContext, note: choice.filterNote, trips: try session.hasTrips)
        let data = [Block.table(FoundRecord.data(others, after: table))]
        let blocks: [Block] =
            (destinations.isEmpty ? [] : [.table(table)])
            + (others.isEmpty ? [] : [.table(FoundRecord.table(others))])
        guard blocks.isEmpty else { return Output(blocks, data: data) }
        let none =
            areConditions ? text("Nothing matches “%@”.", searched) : text("Nothing contains “%@”.", searched)
        return Output(
            [.message(choice.filterNote.map { text("%1$@ The list is filtered: %2$@.", none, $0) } ?? none)],
            data: data)
    }
}

extension ListChoice {
    /// Returns the trips and their parts with a text.
    fileprivate func others(containing wanted: String, in session: TripSession) throws -> [FoundRecord] {
        narrowed(try FoundRecord.all(containing: wanted, in: session))
    }

    /// Returns the trips and their parts that the filter takes. They have no priority, so a filter by priority leaves them
    /// out.
    fileprivate func narrowed(_ records: [FoundRecord]) -> [FoundRecord] {
        guard priorities == .any else { return [] }
        return records.filter { !onlyFuture || !$0.isOver(before: today) }
    }
}
