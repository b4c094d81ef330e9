import Localization
import ProgramKit
import Shell

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
        var statistics = ReadingStatistics(try session.endedReadings(in: year...year))
        statistics.unfinishedPages = try session.unfinishedPages(in: year...year)
        let days = try ReadingDays(of: year, in: session)
        var fields = statistics.fields(year: year) + days.fields
        var sentences = statistics.sentences(year: year) + days.sentences
        for goal in try session.goals(of: year) {
            let summary = goal.summary(session.today)
            fields.append(.init("goal", text("Goal"), Cell(.integer(goal.target), .text(summary))))
            sentences.append(text("Goal: %@.", summary))
        }
        fields += statistics.furtherFields
        let record = Record(fields: fields, sentences: sentences)
        var blocks: [Block] = [.record(record)]
        if statistics.count > 0 {
            // The bars would need twelve lines more than a screen has.
            let localizer = session.localizer
            blocks.append(
                .chart(
                    statistics.months(of: year, upTo: session.today, localizer, isSparkline: true)))
        }
        var output = Output(blocks, data: [.record(record)])
        let (localizer, today) = (session.localizer, session.today)
        output.makePage = { [fields, statistics] in
            YearPage(year: year, facts: fields, statistics: statistics, days: days, today: today)
                .page(localizer)
        }
        return output
    }
}
