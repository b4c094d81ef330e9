import Localization
import Shell
import Suite

/// `review`: shows a year of reading on one screen.
struct ReviewCommand: Command {
    static let year = Parameter.optional(
        "year", .integer(in: 1...9999), placeholder: text("YEAR"),
        help: text("The year. Default: this year."))

    let declaration = CommandDeclaration(
        "review", group: .readings, summary: text("Shows a year of reading on one screen."),
        parameters: [year.declaration], examples: [.verbatim("review 2026")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let year = try invocation[Self.year] ?? session.today.year
        let statistics = ReadingStatistics(try session.endedReadings(in: year...year))
        var fields = statistics.fields(year: year)
        fields += try ReadingDays(of: year, in: session).fields
        for goal in try session.goals(of: year) {
            let progress = try GoalProgress(goal, in: session)
            fields.append(.init("goal", text("Goal"), progress.cell))
        }
        var blocks: [Block] = [.record(Record(fields: fields))]
        if statistics.count > 0 {
            blocks.append(.chart(statistics.months(of: year, upTo: session.today, session.localizer)))
        }
        return Output(blocks, data: [.record(Record(fields: fields))])
    }
}
