import Localization
import Shell
import Suite

/// `check`: validates the data files and counts their contents.
struct CheckCommand: Command {
    let declaration = CommandDeclaration(
        "check", group: .files, summary: text("Checks the data files and shows what they contain."),
        discussion: [
            text("With --data DIR it reports the first error in your own files and its place.")
        ],
        examples: [.verbatim("check")], intent: .readFiles)

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let programme = try session.source.load()
        _ = try session.source.loadFacts()
        let fields: [Record.Field] = [
            .init("missions", text("Missions"), .number(programme.flights.count)),
            .init("astronauts", text("Astronauts"), .number(programme.astronauts.count)),
            .init("seats", text("Crew seats"), .number(programme.seatCount)),
        ]
        return Output([.message(text("The data files are correct.")), .record(Record(fields: fields))])
    }
}
