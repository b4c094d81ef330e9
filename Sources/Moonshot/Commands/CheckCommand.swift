import Localization
import Shell
import Suite

/// `check`: reads the data files, and says whether all is right with them.
struct CheckCommand: Command {
    static let name = "check"

    let declaration = CommandDeclaration(
        name, group: .files, summary: text("Checks the data files, and says what is in them."),
        discussion: [
            text("With --data DIR it tells the first thing that is wrong in your own files, and where.")
        ],
        examples: ["check"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let programme = try session.source.load()
        let fields: [Record.Field] = [
            .init("missions", text("Missions"), .number(programme.flights.count)),
            .init("astronauts", text("Astronauts"), .number(programme.astronauts.count)),
            .init("seats", text("Crew seats"), .number(programme.seatCount)),
        ]
        return Output([.message(text("The data files are right.")), .record(Record(fields: fields))])
    }
}
