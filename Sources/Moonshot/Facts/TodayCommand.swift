import Localization
import ProgramKit
import Shell

/// `today`: shows what happened on this day of the year.
struct TodayCommand: Command {
    static let date = Parameter.option(
        "date", .dayOfYear,
        help: text("Another day than today, with a year or without: 07-20. Default: today."))

    let declaration = CommandDeclaration(
        "today", group: .facts,
        summary: text("Shows launches, landings, births and deaths on this day of the year."),
        discussion: [text("If nothing happened on this day, the next day with an event is shown.")],
        parameters: [date.declaration], examples: [.verbatim("today"), .verbatim("today --date 07-20")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let events = try HistoricEvent.all(in: session)
        let day = try invocation[Self.date] ?? session.today
        let found = events.filter { $0.isAnniversary(on: day) }
        let table = Self.table(found, today: day)
        if !found.isEmpty { return Output([.table(table)]) }
        var blocks = [Block.message(text("Nothing in the data happened on this day of the year."))]
        if let next = events.min(by: {
            $0.daysUntilAnniversary(after: day) < $1.daysUntilAnniversary(after: day)
        }) {
            let days = next.daysUntilAnniversary(after: day)
            // Days from another day than today aren't “tomorrow”.
            let isToday = day == session.today
            blocks.append(.heading(isToday ? text("In %lld days", days) : text("%lld days later", days)))
            blocks.append(
                .table(
                    Self.table(events.filter { $0.daysUntilAnniversary(after: day) == days }, today: day)))
        }
        return Output(blocks, data: [.table(table)])
    }

    @MainActor
    private static func table(_ events: [HistoricEvent], today: CivilDate) -> Table {
        Table(
            "events",
            columns: [
                .init("date", text("Date"), priority: 9),
                .init("years", text("Years ago"), alignsRight: true, priority: 7),
                .init("kind", text("Event"), priority: 8), .init("id", text("ID"), isShown: false),
                .init("name", text("Name"), priority: 8, wraps: true),
            ],
            rows: events.map { event in
                [
                    .day(event.day), .number(today.year - event.day.year),
                    Cell(.string(event.kind.rawValue), .text(event.kind.label)), event.id, event.name,
                ]
            }, spokenCount: text("%lld events", events.count))
    }
}

/// An event of the data with its day.
struct HistoricEvent {
    enum Kind: String {
        case launch, landing, splashdown, birth, death

        /// The kind's name.
        var label: LocalizedText {
            switch self {
            case .launch: MissionEvent.Kind.launch.label
            case .landing: MissionEvent.Kind.landing.label
            case .splashdown: MissionEvent.Kind.splashdown.label
            case .birth: text("Birth")
            case .death: text("Death")
            }
        }
    }

    let day: CivilDate
    let kind: Kind
    /// The mission's number or the astronaut's key.
    let id: Cell
    let name: Cell

    /// Whether the event happened on the same day of a year that isn't later.
    func isAnniversary(on today: CivilDate) -> Bool {
        (day.month, day.day) == (today.month, today.day) && day.year <= today.year
    }

    /// Returns the number of days from a day to the event's next anniversary, 1 to 366.
    func daysUntilAnniversary(after today: CivilDate) -> Int {
        for year in today.year...today.year + 8 {
            // An event of 29 February has an anniversary only in leap years.
            guard let anniversary = CivilDate(year: year, month: day.month, day: day.day),
                anniversary > today
            else { continue }
            return today.days(until: anniversary)
        }
        return .max
    }

    /// Returns all events, sorted by day.
    @MainActor
    static func all(in session: MoonshotSession) throws -> [HistoricEvent] {
        let facts = try session.facts()
        var events: [HistoricEvent] = []
        for mission in try session.missions() {
            let days: [(Kind, CivilDate?)] = [
                (.launch, mission.launchDay), (.landing, facts.missions[mission.number]?.landingDate),
                (.splashdown, mission.splashdownDay),
            ]
            events += days.compactMap { kind, day in
                day.map {
                    HistoricEvent(
                        day: $0, kind: kind, id: .identifier(mission.number), name: mission.nameCell
                    )
                }
            }
        }
        for astronaut in try session.astronauts() {
            let days: [(Kind, CivilDate?)] = [
                (.birth, facts.astronauts[astronaut.key]?.born),
                (.death, facts.astronauts[astronaut.key]?.died),
            ]
            events += days.compactMap { kind, day in
                day.map {
                    HistoricEvent(day: $0, kind: kind, id: .text(astronaut.key), name: astronaut.nameCell)
                }
            }
        }
        return events.sorted { $0.day < $1.day }
    }
}

extension ValueType where Value == CivilDate {
    /// A day as `ValueType.day` accepts it, or a day without a year, such as `07-20`, `20 July` or `7/20`.
    ///
    /// A day without a year is in the current year, or 29 February in the latest leap year.
    static var dayOfYear: ValueType<CivilDate> {
        let day = ValueType<CivilDate>.day
        return ValueType(placeholder: day.placeholder, completion: day.completion) { string, context in
            let typed = string.collapsingSpaces
            do {
                let day = try day.parse(typed, context)
                // A day without a year is the same on the last day of the year; a word such as “friday” isn't.
                if let last = CivilDate(year: context.today.year, month: 12, day: 31),
                    let inYear = context.localizer.parseDay(typed, today: last),
                    (inYear.month, inYear.day) == (day.month, day.day)
                {
                    return inYear
                }
                return day
            } catch ValueError.notADay {
                return try DayOfYear(typed, context).day
            }
        }
    }
}

/// A day that was typed without a year.
struct DayOfYear {
    let day: CivilDate

    /// Parses a day without a year.
    ///
    /// - Throws: `ValueError`: the text isn't a day, is impossible, or can be read as two days.
    init(_ typed: String, _ context: ParseContext) throws {
        let localizer = context.localizer
        let remedy = text("Write a date as 07-20 or 1969-07-20, or “today”, “yesterday” or “tomorrow”.")
        let years = (max(context.today.year - 8, 1)...context.today.year).reversed()
        // The forms with a year that the user's language has.
        func dated(_ year: Int) -> [String] {
            [
                "\(year)-\(typed)", "\(typed)/\(year)", "\(typed).\(year)", "\(typed)\(year)",
                "\(year).\(typed)",
            ]
                + (typed.contains(where: \.isLetter) ? ["\(typed) \(year)", "\(year). \(typed)"] : [])
        }
        for year in years {
            for text in dated(year) {
                if let day = localizer.parseDay(text, today: context.today), day.year == year {
                    self.day = day
                    return
                }
            }
            let days = dated(year).flatMap { localizer.ambiguousDays($0, today: context.today) }
            if !days.isEmpty { throw ValueError.unclearDay(typed, days) }
        }
        if dated(context.today.year).contains(where: localizer.namesImpossibleDay) {
            throw ValueError.refused(text("The calendar has no day “%@”.", typed), remedy: remedy)
        }
        throw ValueError.refused(text("“%@” is not a date.", typed), remedy: remedy)
    }
}
