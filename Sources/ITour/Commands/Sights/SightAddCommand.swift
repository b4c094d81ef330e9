import Localization
import ModelData
import Shell
import Suite

/// `sight add`: plans a sight at the open destination, or at one that is named first.
struct SightAddCommand: Command {
    static let words = Parameter.rest(
        "name", .nonBlank.completed(from: LiveValues.unlessOpen, mark: .title), minimum: 1,
        help: text("The sight's name; where no destination is open, the destination comes first."),
        question: text("Name"))

    let declaration = CommandDeclaration(
        "sight add", aliases: ["sight new"], group: .changes,
        summary: text("Plans a sight, at the end of its destination's list."),
        discussion: [
            text("Where no destination is open, the first word names it: sight add rome \"Trevi Fountain\".")
        ],
        parameters: [words.declaration, SightArguments.inside.declaration] + SightArguments.fields
            + [SightArguments.visited.declaration],
        examples: [
            "open rome\nsight add Colosseum --at 41.8902,12.4922", "sight add rome \"Trevi Fountain\"",
            "sight add \"Trevi Fountain\" --in rome --note \"Early in the morning\"",
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        var words = try invocation[Self.words]
        let destination: Destination
        if let named = try invocation[SightArguments.inside] {
            destination = try session.record(named, in: Destination.self)
        } else if let open = try session.opened(Destination.self) {
            destination = open
        } else {
            // Throws what is to be said where nothing is open.
            guard words.count > 1 else { throw session.nothingOpen }
            destination = try session.record(try RecordReference(words.removeFirst()), in: Destination.self)
        }
        let sight = Sight(name: words.joined(separator: " "))
        try SightChanges(invocation).apply(to: sight)
        sight.isVisited = try invocation[SightArguments.visited]
        return try Self.add(sight, to: destination, in: session)
    }

    /// Puts a new sight at the end of a destination's list, and says so.
    @MainActor
    static func add(_ sight: Sight, to destination: Destination, in session: TripSession) throws -> Output {
        sight.destination = destination
        session.context.insert(sight)
        try session.context.save(as: text("Added “%1$@” to “%2$@”.", sight.name, destination.name))
        return Output(
            [
                .message(
                    text(
                        "Added “%1$@” to “%2$@” as number %3$@.", sight.name, destination.name,
                        String(sight.number)))
            ],
            data: [.record(SightTable.data(sight))])
    }
}
