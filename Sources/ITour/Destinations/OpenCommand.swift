import ProgramKit
import Shell

/// `open`: opens a destination for planning.
struct OpenCommand: Command {
    static let destination = Parameter.required(
        "destination", .destination, help: text("The destination's number, or a part of its name."),
        question: text("Which destination"))

    let declaration = CommandDeclaration(
        "open", group: .looking, summary: text("Opens a destination for planning."),
        discussion: [
            text(
                "While it is open, “name”, “details”, “date”, “priority” and “sight add” change it, “show” shows it, and “back” closes it."
            )
        ],
        parameters: [destination.declaration], examples: [text("open rome"), .verbatim("open 3")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(try invocation[Self.destination], in: Destination.self)
        session.openInTrip(destination)
        return Output(
            [.message(text("Opened “%@”.", destination.name))],
            data: [.record(Destination.fields.data(destination, session.fieldContext))])
    }
}
