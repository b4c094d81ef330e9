import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `day`: shows the plan of one day.
struct DayCommand: Command {
    static let day = Parameter.words(
        "date", .text, placeholder: text("DATE"), help: text("The day. Default: today."))

    let declaration = CommandDeclaration(
        "day", group: .looking, summary: text("Shows the plan of one day."),
        discussion: [
            text(
                "The walking distance is the sum of straight lines from sight to sight, in the order of the day."
            )
        ],
        parameters: [day.declaration, TripParameters.inside.declaration],
        examples: [.verbatim("day"), .verbatim("day 2027-04-05"), text("day tomorrow --in japan")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let words = try invocation[Self.day].joined(separator: " ")
        let day =
            words.isEmpty
            ? today
            : try ValueType<CivilDate>.coming.parse(
                words, ParseContext(localizer: session.localizer, today: today))
        let named = try invocation[TripParameters.inside].map { try session.record($0, in: Trip.self) }
        let trip = try named ?? session.opened(Trip.self)
        let plan = try DayPlan(day: day, trip: trip, session)
        let heading = LocalizedText(
            "%1$@ (%2$@)", table: "",
            [
                .string(session.localizer.day(day, style: .full)),
                .text(TripPlan.left(today.days(until: day))),
            ])
        guard !plan.isEmpty else {
            return Output(
                [.heading(heading), .message(text("Nothing is planned for this day."))],
                data: [.table(plan.table)])
        }
        var blocks: [Block] = [.heading(heading), .table(plan.table)]
        if plan.walking > 0 {
            let distance = session.localizer.decimal(plan.walking, fractionDigits: 1...1)
            blocks.append(.message(text("Walking distance: %@ km.", distance)))
        }
        return Output(blocks + plan.conflicts.map { .warning($0.text) }, data: [.table(plan.table)])
    }
}

/// The plan of one day: destinations, transport, sights and stays in order.
@MainActor
struct DayPlan {
    private struct Entry {
        let rank: Int
        let minute: Int?
        let cells: [Cell]
    }

    private let entries: [Entry]
    /// The sum of the straight lines between the sights with a place, in kilometres.
    let walking: Double
    let conflicts: [PlanConflict]
    /// The sights of the day in their order.
    let sights: [Sight]

    var isEmpty: Bool { entries.isEmpty }

    /// Plans a day.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - trip: The trip that limits the plan; `nil` for everything on that day.
    ///   - session: The session.
    init(day: CivilDate, trip: Trip?, _ session: TripSession) throws {
        let localizer = session.localizer
        let destinations = try session.tripsInOrder(from: day, to: day)
            .filter { $0.dates?.includes(day) == true && (trip == nil || $0.trip === trip) }
        let trips = try trip.map { [$0] } ?? session.context.fetch(FetchDescriptor<Trip>())
        let legs = trips.flatMap(\.legs).filter { $0.departure.day == day || $0.arrival.day == day }
        let stays = trips.flatMap(\.stays).filter { $0.days.contains(day) }
        let sights = try session.scheduledSights(on: day)
            .filter { trip == nil || $0.destination?.trip === trip }
        self.sights = sights
        let found = PlanConflicts.found(on: day, sights: sights, legs: legs)
        conflicts = found.map(\.conflict)
        var words: [ObjectIdentifier: [String]] = [:]
        for (sight, conflict) in found {
            if let sight { words[ObjectIdentifier(sight), default: []].append(conflict.word) }
        }
        var entries: [Entry] = []
        func add(
            _ kind: PlanKind, _ number: Int, rank: Int, _ moment: Moment?, time: LocalizedText?, name: String,
            hours: Cell = .empty, distance: Cell = .empty, conflicts: [String] = [], about: [LocalizedText]
        ) {
            let minute = moment?.minute
            entries.append(
                Entry(
                    rank: rank, minute: minute,
                    cells: [
                        Cell(
                            minute.map { .string(ClockTime.iso(minute: $0)) } ?? .null,
                            time.map { .text($0) } ?? .empty),
                        kind.cell, .identifier(number), .text(name), hours, distance,
                        Cell(.list(conflicts.map { .string($0) }), .empty),
                        Cell(.null, TripPlan.joined(about).map { .text($0) } ?? .empty),
                    ]))
        }
        for destination in destinations {
            let position = destination.dates.map { $0.firstDay.days(until: day) + 1 } ?? 1
            let length = destination.dates?.length ?? 1
            add(
                .destination, destination.number, rank: 0, nil, time: nil, name: destination.name,
                about: length > 1 ? [text("%1$lld of %2$lld", position, length)] : [])
        }
        for leg in legs {
            let isArrival = leg.departure.day != day
            let moment = isArrival ? leg.arrival : leg.departure
            add(
                .leg, leg.number, rank: moment.minute == nil ? 2 : 1, moment,
                time: ItineraryText.time(of: leg, isArrival: isArrival), name: leg.recordTitle,
                about: ItineraryText.about(leg, localizer))
        }
        var last: Coordinates?
        var walking = 0.0
        for sight in sights {
            var distance: Double?
            if let place = sight.place {
                distance = last.map { GreatCircle.distance($0, place) }
                last = place
            }
            walking += distance ?? 0
            add(
                .sight, sight.number, rank: sight.scheduledMinute == nil ? 2 : 1, sight.schedule,
                time: ItineraryText.time(of: sight), name: sight.name, hours: Self.hours(sight, on: day),
                distance: distance.map { NearbyCommand.cell(distance: $0, localizer) } ?? .empty,
                conflicts: words[ObjectIdentifier(sight)] ?? [], about: ItineraryText.about(sight))
        }
        for stay in stays {
            let isCheckOut = day == stay.checkOut.day && stay.nights > 0
            let moment = isCheckOut ? stay.checkOut : day == stay.checkIn.day ? stay.checkIn : nil
            add(
                .stay, stay.number, rank: moment?.minute != nil ? 1 : isCheckOut ? 0 : 3, moment,
                time: moment?.minute.map { LocalizedText("%@", table: "", [.time(minute: $0)]) },
                name: stay.name, about: ItineraryText.about(stay, on: day, isCheckOut: isCheckOut))
        }
        // The sort must keep the order of entries without a time.
        self.entries = entries.enumerated().sorted {
            ($0.element.rank, $0.element.minute ?? 1440, $0.offset)
                < ($1.element.rank, $1.element.minute ?? 1440, $1.offset)
        }.map(\.element)
        self.walking = walking
    }

    /// The plan as a table.
    var table: Table {
        Table(
            "entries",
            columns: [
                .init("time", text("Time"), priority: 9, wraps: true),
                .init("kind", text("Kind"), priority: 7),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("hours", text("Opening hours"), priority: 4, wraps: true),
                .init("distance", text("Kilometres"), alignsRight: true, priority: 8),
                .init("conflicts", text("Conflicts"), isShown: false),
                .init("about", text("About"), priority: 5, wraps: true, isData: false),
            ],
            rows: entries.map(\.cells))
    }

    /// Returns a cell with the opening hours of a day. Hours in another notation are shown as they are.
    private static func hours(_ sight: Sight, on day: CivilDate) -> Cell {
        guard !sight.hours.isEmpty else { return .empty }
        guard let hours = OpeningHours(sight.hours) else { return .text(sight.hours) }
        switch hours.hours(on: day) {
        case .closed: return Cell(.string("closed"), .text(text("closed")))
        case .open(let times):
            let raw = times.map {
                "\(ClockTime.iso(minute: $0.lowerBound % 1440))-\(ClockTime.iso(minute: $0.upperBound % 1440))"
            }
            let shown = times.map { range in
                LocalizedText(
                    "%1$@ – %2$@", table: "",
                    [.time(minute: range.lowerBound % 1440), .time(minute: range.upperBound % 1440)])
            }
            return Cell(
                .string(raw.joined(separator: ",")), TripPlan.joined(shown).map { .text($0) } ?? .empty)
        }
    }
}

extension TripSession {
    /// Fetches the sights that are scheduled for a day: those with a time first, then the others in the order
    /// of their destinations.
    func scheduledSights(on day: CivilDate) throws -> [Sight] {
        let date = day.utcDate
        let sights = try context.fetch(
            FetchDescriptor<Sight>(predicate: #Predicate { $0.scheduledDay == date }))
        var positions: [ObjectIdentifier: Int] = [:]
        for destination in Set(sights.compactMap { $0.destination?.persistentModelID }) {
            guard let destination = sights.first(where: { $0.destination?.persistentModelID == destination })
            else { continue }
            for (index, sight) in (destination.destination?.sights ?? []).enumerated() {
                positions[ObjectIdentifier(sight)] = index
            }
        }
        return sights.sorted {
            (
                $0.scheduledMinute ?? 1440, $0.destination?.number ?? 0, positions[ObjectIdentifier($0)] ?? 0
            ) < (
                $1.scheduledMinute ?? 1440, $1.destination?.number ?? 0, positions[ObjectIdentifier($1)] ?? 0
            )
        }
    }
}
