import Localization
import ProgramKit
import Shell

/// `check`: validates the data files and counts their contents.
struct CheckCommand: Command {
    let declaration = CommandDeclaration(
        "check", group: .files, summary: text("Checks the data files and shows what they contain."),
        discussion: [
            text(
                "With --data DIR it reports what is wrong in your own files, each with its place: unknown keys, impossible values and dangling names."
            )
        ],
        examples: [.verbatim("check")], intent: .readFiles)

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let files = try session.source.files()
        let programme = try Programme(missions: files.missions, astronauts: files.astronauts)
        let facts =
            session.dataDirectory == nil
            ? try .builtIn() : try ProgrammeFacts(missions: files.missions, astronauts: files.astronauts)
        let fields: [Record.Field] = [
            .init("missions", text("Missions"), .number(programme.flights.count)),
            .init("astronauts", text("Astronauts"), .number(programme.astronauts.count)),
            .init("seats", text("Crew seats"), .number(programme.seatCount)),
        ]
        // The built-in data are checked by tests.
        let problems =
            session.dataDirectory == nil
            ? []
            : try StrictCheck(programme, facts, missions: files.missions, astronauts: files.astronauts)
                .problems
        guard let first = problems.first else {
            return Output([.message(text("The data files are correct.")), .record(Record(fields: fields))])
        }
        // The shell reports the first problem after the others, with its exit code.
        var output = Output(
            problems.dropFirst().map { .warning($0.problem) }, data: [.record(Record(fields: fields))])
        output.problem = first
        return output
    }
}
