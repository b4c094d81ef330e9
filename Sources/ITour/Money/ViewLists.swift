import Localization
import ModelData
import ProgramKit
import Shell

extension ListOptions {
    /// Views of destinations, whose conditions have an order, of which a hyphen reverses the direction; and of sights,
    /// transport, stays and expenses.
    @MainActor static let views = ViewKind<TripSession>(
        conditions: ListCommand.conditions, options: [sort.declaration, reverse.declaration],
        counted: ("destinations", text("Destinations")),
        examples: [
            text("view save soon is:future priority:must --sort date"),
            .verbatim("view save cheap cost:..20 -is:visited --list sights"),
        ],
        vocabulary: { $0.destinationConditions },
        order: { invocation in
            let order = try invocation[sort]?.rawValue
            return try invocation[reverse] ? "-\(order ?? DestinationOrder.name.rawValue)" : order
        },
        others: [
            ViewList(
                "sights", text("Sights"), vocabulary: { $0.sightConditions },
                records: { session in
                    try session.fetchReadable(FetchDescriptor<Sight>()).sorted {
                        ($0.destination?.number ?? 0, $0.number) < ($1.destination?.number ?? 0, $1.number)
                    }
                }, table: { Sight.table($0, $1) }),
            ViewList(
                "legs", text("Transport"), vocabulary: { $0.legConditions },
                records: { try $0.tripsInOrder().flatMap(\.legsInOrder) },
                table: { Leg.fields.table("legs", $0, $1) }),
            ViewList(
                "stays", text("Stays"), vocabulary: { $0.stayConditions },
                records: { try $0.tripsInOrder().flatMap(\.staysInOrder) },
                table: { Stay.fields.table("stays", $0, $1) }),
            ViewList(
                "expenses", text("Expenses"), vocabulary: { $0.expenseConditions },
                records: { try $0.tripsInOrder().flatMap(\.expensesInOrder) },
                table: { Expense.table($0, $1) }),
        ],
        list: { view, invocation, session in
            try ListCommand.output(
                destinations(of: view, invocation.isForUser, in: session), above: [.heading(view.title)],
                note: nil, in: session)
        },
        count: { view, session in try destinations(of: view, false, in: session).count })

    /// Returns the destinations of a view in order, without the filter that `list` remembers.
    @MainActor
    private static func destinations(
        of view: ListedView, _ isForUser: Bool, in session: TripSession
    ) throws -> [Destination] {
        var values: [String: [any Sendable]] = [all.declaration.name: [true]]
        if let order = view.order {
            if order.hasPrefix("-") { values[reverse.declaration.name] = [true] }
            let word = String(order.drop { $0 == "-" })
            guard let field = DestinationOrder(rawValue: word) else {
                throw ViewError.unknownOrder(
                    word, view: view.name, known: DestinationOrder.choices.map(\.name))
            }
            values[sort.declaration.name] = [field]
        }
        let choice = try ListChoice(
            Invocation(command: "view", values: values, isForUser: isForUser), session)
        let condition = try session.condition(parsing: view.query, session.destinationConditions)
        return try choice.destinations(in: session).filter { try condition.holds(for: $0) }
    }
}
