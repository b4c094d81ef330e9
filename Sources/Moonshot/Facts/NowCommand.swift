import Foundation
import Localization
import ProgramKit
import Shell

/// `now`: shows the last and the next event of any mission at this time of the year.
struct NowCommand: Command {
    let declaration = CommandDeclaration(
        "now", group: .facts,
        summary: text("Shows the last and the next event of any mission at this time of the year."),
        discussion: [
            text("The times are in UTC. “today” shows everything that happened on a day of the year.")
        ],
        examples: [.verbatim("now")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let now = Moment(session.environment.now())
        let events = try TimedEvent.all(in: session).filter { $0.moment < now }
        let past = events.min { $0.secondsSinceAnniversary(now) < $1.secondsSinceAnniversary(now) }
        let coming = events.max { $0.secondsSinceAnniversary(now) < $1.secondsSinceAnniversary(now) }
        let table = Table(
            "events",
            columns: [
                .init("position", text("Event"), priority: 9), .init("date", text("Date"), priority: 9),
                .init("time", text("Time (UTC)"), priority: 9),
                .init("years", text("Years ago"), alignsRight: true, priority: 7),
                .init("kind", text("Kind"), priority: 8), .init("id", text("ID"), isShown: false),
                .init("name", text("Mission"), priority: 8),
            ],
            rows: [("last", text("Last"), past), ("next", text("Next"), coming)].compactMap {
                word, label, event in
                event.map { event in
                    let isThisYear = word == "next" && event.isLaterInYear(than: now)
                    let year = word == "next" && !isThisYear ? now.day.year + 1 : now.day.year
                    return [
                        Cell(.string(word), .text(label)), .day(event.moment.day),
                        .time(event.moment.time),
                        .number(
                            (word == "last" && event.isLaterInYear(than: now) ? year - 1 : year)
                                - event.moment.day.year),
                        Cell(.string(event.kind.rawValue), .text(event.kind.label)),
                        .identifier(event.mission.number), event.mission.nameCell,
                    ]
                }
            }, spokenCount: text("%lld events", past == nil ? 0 : 2))
        return Output(table, ifEmpty: text("The data contains no times of events."))
    }
}

/// An event of a mission whose time is known.
struct TimedEvent {
    let moment: Moment
    let kind: MissionEvent.Kind
    let mission: Mission

    /// The position in a year of 12 times 31 days, in seconds, so that 29 February has its place in every year.
    private static func position(_ moment: Moment) -> Int {
        ((moment.day.month - 1) * 31 + moment.day.day - 1) * 86_400 + moment.second
    }

    /// Whether the anniversary comes later in the year than a moment.
    func isLaterInYear(than now: Moment) -> Bool { Self.position(moment) > Self.position(now) }

    /// Returns the seconds from the last anniversary to a moment.
    func secondsSinceAnniversary(_ now: Moment) -> Int {
        let difference = Self.position(now) - Self.position(moment)
        return difference < 0 ? difference + 12 * 31 * 86_400 : difference
    }

    /// Returns the launches, the splashdowns and the other events of all missions, where their times are known.
    @MainActor
    static func all(in session: MoonshotSession) throws -> [TimedEvent] {
        try session.details(of: session.missions()).flatMap { details in
            let ends = [
                details.launchMoment.map { MissionEvent(.launch, $0) },
                details.splashdownMoment.map { MissionEvent(.splashdown, $0) },
            ]
            return (ends.compactMap(\.self) + (details.facts?.events ?? [])).map {
                TimedEvent(moment: $0.start, kind: $0.kind, mission: details.mission)
            }
        }
    }
}

extension Moment {
    /// Makes the moment of a date, in UTC.
    init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let day = CivilDate(utc: Date(timeIntervalSince1970: seconds))
        self.init(day, second: min(max(Int(seconds - day.utcDate.timeIntervalSince1970), 0), 86_399))
    }
}
