import Localization
import ModelData
import Shell
import Suite

/// `add`: creates a destination and opens it for planning.
struct AddCommand: Command {
    static let name = Parameter.words(
        "name", .nonBlank.completed(from: TripCompletions.gazetteer), minimum: 1, placeholder: text("NAME"),
        help: text("The destination's name."), question: text("Name"))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Adds a destination and opens it."),
        discussion: [
            text(
                "While it is open, “name”, “details”, “date”, “priority” and “sight add” change it, “show” shows it, and “back” closes it."
            ),
            text(
                "The place and the time zone of a city are known. If several cities have the name, add the country, or the state in the United States."
            ),
        ],
        parameters: [name.declaration] + DestinationFields.declarations + [
            TripParameters.membership.declaration
        ],
        examples: [
            text("add Rome"), text("add Springfield, Illinois"),
            text("add Kyoto --date 2026-04-02 --end 2026-04-09 --priority must"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let namesake = try session.namesakes(of: name).first
        let destination = Destination(name: name)
        let membership = try invocation[TripParameters.membership]
        let trip =
            try membership.map { try $0.value.map { try session.record($0, in: Trip.self) } }
            ?? session.opened(Trip.self)
        var changes = try DestinationFields.changes(invocation)
        let search = try await PlaceSearch(of: name, for: changes, in: session)
        changes.place = changes.place ?? search.place
        _ = try changes.apply(to: destination, in: session)
        session.context.insert(destination)
        if let trip { destination.trip = trip }
        session.openInTrip(destination)
        return Output(label: text("Added “%@”.", name)) {
            var blocks = [
                Block.message(
                    trip.map {
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", name, $0.name,
                            String(destination.number))
                    } ?? text("Added “%1$@” as number %2$@.", name, String(destination.number)))
            ]
            blocks += search.blocks(for: destination, in: session.localizer.language)
            // Users may visit a place twice, so don't ask for confirmation.
            if let namesake {
                blocks.append(
                    .warning(
                        text(
                            "Another destination has the same name: “%1$@”, number %2$@.", namesake.name,
                            String(namesake.number))))
            }
            return Output(blocks, data: [.record(DestinationRecord.data(destination))])
        }
    }
}
