import Localization
import ModelData
import Shell
import Suite

/// `sight add`: adds a sight to the open destination, or to the destination that the first word names.
struct SightAddCommand: Command {
    static let words = Parameter.words(
        "name", .nonBlank.completed(from: TripCompletions.unlessOpen, mark: .title), minimum: 1,
        placeholder: text("NAME"),
        help: text("The sight's name. If no destination is open, the first word names the destination."),
        question: text("Name"))

    let declaration = CommandDeclaration(
        "sight add", aliases: ["sight new"], group: .changes,
        summary: text("Adds a sight at the end of its destination's list."),
        discussion: [
            text("If no destination is open, the first word names it: sight add rome \"Trevi Fountain\".")
        ],
        parameters: [words.declaration, SightArguments.inside.declaration] + SightArguments.fields
            + [SightArguments.visited.declaration],
        examples: [
            text("open rome\nsight add Colosseum --at 41.8902,12.4922"),
            text("sight add rome \"Trevi Fountain\""),
            text("sight add \"Trevi Fountain\" --in rome --note \"Early in the morning\""),
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
            // A single word can't name both the destination and the sight.
            guard words.count > 1 else { throw session.nothingOpenError }
            destination = try session.record(try RecordReference(words.removeFirst()), in: Destination.self)
        }
        let sight = Sight(name: words.joined(separator: " "))
        let changes = try SightChanges(invocation, in: session)
        changes.apply(to: sight)
        sight.isVisited = try invocation[SightArguments.visited]
        var output = try await Self.add(sight, to: destination, in: session)
        if let warning = changes.hoursWarning { output.blocks.append(.warning(warning)) }
        return output
    }

    /// Adds a new sight at the end of a destination's list and reports it.
    @MainActor
    static func add(
        _ sight: Sight, to destination: Destination, in session: TripSession
    ) async throws -> Output {
        sight.destination = destination
        session.context.insert(sight)
        return Output(label: text("Added “%1$@” to “%2$@”.", sight.name, destination.name)) {
            Output(
                [
                    .message(
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", sight.name, destination.name,
                            String(sight.number)))
                ],
                data: [.record(SightTable.data(sight))])
        }
    }
}
