import Localization
import ProgramKit
import Shell

extension ListOptions {
    /// Views of destinations: conditions with an order, of which a hyphen reverses the direction.
    @MainActor static let views = ViewKind<TripSession>(
        conditions: ListCommand.conditions, options: [sort.declaration, reverse.declaration],
        counted: ("destinations", text("Destinations")),
        example: text("view save soon is:future priority:must --sort date"),
        vocabulary: { $0.destinationConditions },
        order: { invocation in
            let order = try invocation[sort]?.rawValue
            return try invocation[reverse] ? "-\(order ?? DestinationOrder.name.rawValue)" : order
        },
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
