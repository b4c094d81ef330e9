import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `next`: shows what is on now, and what comes next.
struct NextCommand: Command {
    /// The number of coming entries that are shown.
    private static let mostComing = 3

    let declaration = CommandDeclaration(
        "next", aliases: ["now"], group: .days,
        summary: text("Shows what is on now, and what comes next, with places, seats and codes."),
        discussion: [text("All times are local times of their places.")],
        parameters: [TripParameters.inside.declaration], examples: [.verbatim("next")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.tripIfAny(try invocation[TripParameters.inside])
        let (today, now) = (session.today, session.environment.now())
        // A stay or a journey of up to a year is on now; trips are planned for up to a century.
        let plan = try session.plan(of: trip, days: today.adding(days: -366)...today.adding(days: 36_525))
        let spans = plan.entries.compactMap { entry in
            Self.span(entry, usual: session.environment.timeZone).map { (entry: entry, span: $0) }
        }
        let present = spans.filter { $0.span.start <= now && now < $0.span.end }
        let coming = spans.filter { now < $0.span.start }.sorted { $0.span.start < $1.span.start }
        let rows =
            present.map { Self.row(Self.present($0.entry, in: plan, on: today), plan, .now, today) }
            + coming.prefix(Self.mostComing).map { Self.row($0.entry, plan, .next, today) }
        return Output(Self.table(rows), ifEmpty: text("Nothing is planned from now on."))
    }

    /// Returns the entry of today for a stay that began earlier.
    @MainActor
    private static func present(
        _ entry: TripPlan.Entry, in plan: TripPlan, on today: CivilDate
    ) -> TripPlan.Entry {
        guard case .stay(let stay, _, _) = entry.content, entry.day < today else { return entry }
        return plan.entries.first { other in
            guard other.day == today, case .stay(let own, _, _) = other.content else { return false }
            return own === stay
        } ?? entry
    }

    /// When an entry is. The raw values are those of `--json`.
    enum State: String {
        case over, now, next
    }

    @MainActor
    static func table(_ rows: [[Cell]]) -> Table {
        Table(
            "entries",
            columns: [
                .init("state", text("When"), priority: 8), .init("kind", text("Kind"), priority: 7),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("day", text("Day"), priority: 8),
                .init("time", text("Time"), priority: 9, wraps: true),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("about", text("About"), priority: 6, wraps: true, isData: false),
            ], rows: rows, sentence: { Self.sentence($0) })
    }

    /// Describes an entry for screen readers: “now: Ryokan, stay, 29 November, night 2 of 4.”
    nonisolated private static func sentence(_ row: [String: Cell]) -> LocalizedText {
        func phrase(_ key: String) -> LocalizedText? {
            switch row[key]?.display {
            case .text(let text)?: text
            case .verbatim(let words)? where !words.isEmpty: .verbatim(words)
            case .day(let day)?: LocalizedText("%@", table: "", [.day(day)])
            default: nil
            }
        }
        let facts =
            LocalizedText.joined(["name", "kind", "day", "time", "about"].compactMap(phrase)) ?? .verbatim("")
        return phrase("state").map { LocalizedText("%1$@: %2$@.", table: "", [.text($0), .text(facts)]) }
            ?? LocalizedText("%@.", table: "", [.text(facts)])
    }

    /// Returns the points in time at which an entry begins and ends; `nil` for days of destinations and trips, for nights
    /// after the first one, and for visited sights. Without times, it lasts for the day.
    @MainActor
    static func span(_ entry: TripPlan.Entry, usual: TimeZone) -> (start: Date, end: Date)? {
        let (start, end): ((Moment, String?), (Moment?, String?))
        switch entry.content {
        case .leg(let leg, isArrival: false):
            (start, end) = ((leg.departure, leg.departureZone), (leg.arrival, leg.arrivalZone))
        case .sight(let sight):
            guard !sight.isVisited, let moment = sight.schedule else { return nil }
            let zone = sight.destination?.timeZone
            (start, end) = ((moment, zone), (ItineraryText.end(of: sight), zone))
        case .stay(let stay, _, isCheckOut: false) where entry.day == stay.checkIn.day:
            (start, end) = ((stay.checkIn, stay.timeZone), (stay.checkOut, stay.timeZone))
        case .leg, .stay, .destination, .free: return nil
        }
        func instant(_ moment: Moment, _ zone: String?) -> Date {
            LegClock.instant(of: moment, in: LegClock.zone(zone) ?? usual)
        }
        let begin = instant(start.0, start.1)
        let last = end.0 ?? start.0
        // A day without a time ends at midnight.
        let over = instant(last.minute == nil ? Moment(last.day.adding(days: 1)) : last, end.1)
        return (begin, max(over, begin))
    }

    /// Returns a row.
    ///
    /// - Parameter state: When the entry is; `nil` if it has no beginning, as the night after the first one of a stay.
    @MainActor
    static func row(
        _ entry: TripPlan.Entry, _ plan: TripPlan, _ state: State?, _ today: CivilDate
    ) -> [Cell] {
        let line = plan.line(entry)
        var about = line.about
        let address: String? =
            switch entry.content {
            case .sight(let sight): sight.address
            case .stay(let stay, _, _): stay.address
            default: nil
            }
        // The arrival on another day is an entry of its own, without the code and the seat.
        if case .leg(let leg, isArrival: false) = entry.content, leg.arrival.day != leg.departure.day {
            about.insert(text("until %@", LocalizedText("%@", table: "", [leg.arrival.text])), at: 0)
        }
        if let address, !address.isEmpty, !about.contains(.verbatim(ItineraryText.firstLine(address))) {
            about.append(.verbatim(address))
        }
        let shown: Cell.Display =
            switch state {
            case .over: .text(text("over"))
            case .now: .text(text("now"))
            case .next: .text(TripPlan.left(today.days(until: entry.day)))
            case nil: .empty
            }
        return [
            Cell(state.map { .string($0.rawValue) } ?? .null, shown),
            line.kind.cell, .identifier(line.number), .day(entry.day),
            Cell(
                line.from?.minute.map { .string(ClockTime.iso(minute: $0)) } ?? .null,
                Cell.shown(line.time).display),
            .text(line.name), .shown(joining: about),
        ]
    }
}

/// `today`: shows everything of today.
struct TodayCommand: Command {
    let declaration = CommandDeclaration(
        "today", group: .days,
        summary: text("Shows everything of today, with places, seats and codes, and what is over."),
        discussion: [text("All times are local times of their places.")],
        parameters: [TripParameters.inside.declaration], examples: [.verbatim("today")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.tripIfAny(try invocation[TripParameters.inside])
        let (today, now) = (session.today, session.environment.now())
        let plan = try session.plan(of: trip, days: today...today)
        let rows = plan.entries.map { entry in
            let span = NextCommand.span(entry, usual: session.environment.timeZone)
            let state = span.map { span -> NextCommand.State in
                now < span.start ? .next : now < span.end ? .now : .over
            }
            return NextCommand.row(entry, plan, state, today)
        }
        let table = NextCommand.table(rows)
        let trips = try trip.map { [$0] } ?? session.tripsInOrder()
        let items = trips.flatMap(\.checklist).filter { !$0.isDone && ($0.due ?? .last) <= today }
        let sights = try session.fetchReadable(
            FetchDescriptor<Sight>(predicate: #Predicate { $0.payByDay != nil })
        ).filter { trip == nil || $0.destination?.trip === trip }
        var payables: [any Payable] = trips.flatMap(\.plannedLegs)
        payables += trips.flatMap(\.plannedStays) as [any Payable]
        payables += sights as [any Payable]
        payables = payables.filter { $0.isUnpaid && ($0.payBy ?? .last) <= today }
        func names(_ names: [String]) -> TextArgument { .list(names.map { .text(text("“%@”", $0)) }) }
        let reminder: [Block] =
            (items.isEmpty ? [] : [.warning(text("Due: %@.", names(items.map(\.name))))])
            + (payables.isEmpty
                ? [] : [.warning(text("To be paid: %@.", names(payables.map(\.recordTitle))))])
        guard rows.isEmpty else {
            return Output(
                [.table(table)] + plan.conflicts.map { .warning($0.text) } + reminder, data: [.table(table)])
        }
        return Output([.message(text("Nothing is planned for this day."))] + reminder, data: [.table(table)])
    }
}
