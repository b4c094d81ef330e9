import Localization
import ProgramKit
import Shell

/// `show`: shows all fields of a destination, and its sights.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows a destination's details and sights."),
        parameters: [EditCommand.destination.declaration],
        examples: [text("show rome"), text("open rome\nshow")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let named = try invocation[EditCommand.destination]
        if named == nil, try session.opened(Destination.self) == nil, let trip = try session.opened(Trip.self)
        {
            return TripShowCommand.output(trip, session.fieldContext)
        }
        let destination = try session.record(named, orOpen: Destination.self)
        let sights = Sight.table(destination.sights, session.fieldContext.forList)
        var blocks: [Block] = [.record(Destination.fields.shown(destination, session.fieldContext))]
        blocks.append(
            destination.sights.isEmpty ? .message(text("No sights are planned yet.")) : .table(sights))
        return Output(
            blocks,
            data: [.record(Destination.fields.data(destination, session.fieldContext)), .table(sights)])
    }
}
