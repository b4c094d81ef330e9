import Localization
import Shell
import Suite

/// `calendar`: shows a month with its trips.
struct CalendarCommand: Command {
    static let month = Parameter.words(
        "month", ValueType<String>.text.completed(from: TripCompletions.months), placeholder: text("MONTH"),
        help: text("The month, such as 2025-05 or May. Default: this month."))

    let declaration = CommandDeclaration(
        "calendar", aliases: ["cal", "month"], group: .looking,
        summary: text("Shows a month as a calendar, with its trips."),
        parameters: [month.declaration],
        examples: [.verbatim("calendar"), .verbatim("calendar 2025-05"), text("calendar May")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let words = try invocation[Self.month].joined(separator: " ")
        let context = ParseContext(localizer: session.localizer, today: today)
        let first = words.isEmpty ? today : try ValueType<CivilDate>.month.parse(words, context)
        let length = CivilDate.length(ofMonth: first.month, year: first.year)
        guard let begin = CivilDate(year: first.year, month: first.month, day: 1),
            let end = CivilDate(year: first.year, month: first.month, day: length)
        else { return .message(text("Nothing is planned for this month.")) }
        let trips = try session.tripsInOrder(from: begin, to: end).filter { destination in
            destination.dates.map { $0.firstDay <= end && $0.lastDay >= begin } ?? false
        }
        let calendar = MonthCalendar(
            year: first.year, month: first.month, today: today,
            entries: trips.compactMap {
                MonthCalendar.Entry($0.name, from: $0.dates?.firstDay, to: $0.dates?.lastDay)
            })
        let table = Destination.table(trips, session.fieldContext)
        return Output(
            [
                .month(calendar),
                trips.isEmpty ? .message(text("Nothing is planned for this month.")) : .table(table),
            ],
            data: [.table(table)])
    }
}
