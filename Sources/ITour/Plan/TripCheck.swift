import Localization
import ProgramKit
import Shell

/// Finds the problems of a trip.
@MainActor
struct TripCheck {
    /// The problems, in order of their days; those of the whole trip come last.
    private(set) var problems: [TripProblem] = []
    private let trip: Trip
    private let localizer: Localizer
    private let plan: TripPlan?

    /// Checks a trip.
    ///
    /// - Parameters:
    ///   - trip: The trip.
    ///   - costs: The costs of the trip.
    ///   - today: Today in the user's time zone.
    ///   - localizer: The user's language.
    ///   - plan: The plan of all days of the trip, if it was made already.
    init(_ trip: Trip, costs: TripCosts, today: CivilDate, _ localizer: Localizer, plan: TripPlan? = nil) {
        self.trip = trip
        self.plan = plan
        self.localizer = localizer
        checkNights()
        checkMoves()
        checkDays()
        checkStays()
        checkPlan()
        checkPlaces()
        checkCancelled()
        checkPayments()
        checkLists(until: today)
        for money in costs.unconverted {
            add(
                .rate, nil, text("The totals leave out %@, because it has no rate.", money.string(localizer)),
                text("rate %@ VALUE", money.currency))
        }
        let order = problems.enumerated().sorted {
            ($0.element.day ?? .last, $0.offset) < ($1.element.day ?? .last, $1.offset)
        }
        problems = order.map(\.element)
    }

    private mutating func add(
        _ kind: TripProblem.Kind, _ day: CivilDate?, _ text: LocalizedText, _ command: LocalizedText
    ) {
        problems.append(TripProblem(kind: kind, day: day, text: text, command: command))
    }

    // MARK: Nights and moves

    private mutating func checkNights() {
        guard let days = trip.days ?? trip.span else { return }
        var nights = trip.nightsWithoutStay(in: days, covered: trip.coveredNights)[...]
        while let first = nights.popFirst() {
            var last = first
            while let next = nights.first, next == last.adding(days: 1) {
                last = next
                nights = nights.dropFirst()
            }
            let count = first.days(until: last) + 1
            add(
                .night, first, text("%lld nights without a stay.", count),
                text(
                    "stay add NAME %1$@ %2$@ --in %3$@", first.description,
                    last.adding(days: 1).description, String(trip.number)))
        }
    }

    private mutating func checkMoves() {
        for (destination, next) in trip.movesWithoutTransport {
            guard let day = next.dates?.firstDay else { continue }
            let places = [destination.name, next.name].map(Quoting.quote)
            add(
                .move, day, text("No transport from “%1$@” to “%2$@”.", destination.name, next.name),
                .verbatim("leg add train \(places[0]) \(places[1]) \(day) --in \(trip.number)"))
        }
    }

    // MARK: Days

    private mutating func checkDays() {
        func message(_ name: String) -> LocalizedText {
            text("“%@” isn't within the days of the trip.", name)
        }
        for destination in trip.destinations {
            guard let dates = destination.dates,
                trip.isOutside(dates.firstDay...max(dates.firstDay, dates.lastDay))
            else { continue }
            add(
                .outside, dates.firstDay, message(destination.name),
                text("edit %@ --date DAY --end DAY", String(destination.number)))
        }
        for leg in trip.plannedLegs where trip.isOutside(leg.days) {
            add(
                .outside, leg.departure.day, message(leg.recordTitle),
                text("leg edit %@ --depart DAY", String(leg.number)))
        }
        for stay in trip.plannedStays where trip.isOutside(stay.days) {
            add(
                .outside, stay.checkIn.day, message(stay.name),
                text("stay edit %@ --check-in DAY", String(stay.number)))
        }
        for sight in trip.destinations.flatMap(\.sights) {
            guard let day = sight.schedule?.day, !sight.isVisited, trip.isOutside(day...day) else { continue }
            add(
                .outside, day, message(sight.name),
                text("sight schedule %@ DAY TIME", String(sight.number)))
        }
    }

    private mutating func checkStays() {
        for (stay, next) in trip.overlappingStays {
            add(
                .overlap, next.checkIn.day,
                text("“%1$@” and “%2$@” are for the same night.", stay.name, next.name),
                stay.checkIn.day < next.checkIn.day
                    ? .verbatim("stay edit \(stay.number) --check-out \(next.checkIn.day)")
                    : .verbatim("stay delete \(next.number)"))
        }
    }

    /// Adds the conflicts of the days, which the plan also tells.
    private mutating func checkPlan() {
        guard let plan = plan ?? TripPlan(trip, localizer) else { return }
        for (sight, conflict, _) in plan.found {
            let command =
                sight.map { text("sight schedule %@ DAY TIME", String($0.number)) }
                ?? .verbatim("leg list \(trip.number)")
            add(conflict.kind, conflict.day, conflict.text, command)
        }
    }

    // MARK: Places and bookings

    private mutating func checkPlaces() {
        for destination in trip.destinations {
            let number = String(destination.number)
            if destination.place == nil {
                add(
                    .place, destination.dates?.firstDay,
                    text("“%@” has no place on the map.", destination.name),
                    text("edit %@ --at PLACE", number))
            }
            if destination.timeZone == nil {
                add(
                    .zone, destination.dates?.firstDay, text("“%@” has no time zone.", destination.name),
                    text("edit %@ --zone ZONE", number))
            }
        }
        for leg in trip.plannedLegs where leg.kind == .flight {
            for (moment, zone, place, option) in [
                (leg.departure, leg.departureZone, leg.origin, "--from-zone"),
                (leg.arrival, leg.arrivalZone, leg.target, "--to-zone"),
            ] where moment.minute != nil && zone == nil {
                add(
                    .zone, leg.departure.day, text("“%@” has no time zone.", place),
                    text("leg edit %1$@ %2$@ ZONE", String(leg.number), option))
            }
        }
    }

    private mutating func checkCancelled() {
        for leg in trip.legs where leg.isCancelled {
            add(
                .cancelled, leg.departure.day, text("“%@” was cancelled.", leg.recordTitle),
                .verbatim("leg delete \(leg.number)"))
        }
        for stay in trip.stays where stay.isCancelled {
            add(
                .cancelled, stay.checkIn.day, text("“%@” was cancelled.", stay.name),
                .verbatim("stay delete \(stay.number)"))
        }
    }

    private mutating func checkPayments() {
        for part in trip.payables where part.isUnpaid {
            let details = [part.cost?.text(localizer), part.payBy.map { text("pay by %@", $0) }]
            let message = LocalizedText.joined(details.compactMap(\.self))
                .map { text("“%1$@” isn't paid: %2$@.", part.recordTitle, $0) }
            let command = type(of: part).listingCommand.replacing("list", with: "edit")
            add(
                .unpaid, part.payBy ?? part.costDay, message ?? text("“%@” isn't paid.", part.recordTitle),
                .verbatim("\(command) \(part.number) --paid yes"))
        }
    }

    private mutating func checkLists(until today: CivilDate) {
        for item in trip.checklist where !item.isDone {
            guard let due = item.due, due <= today else { continue }
            add(.due, due, text("“%@” is due.", item.name), .verbatim("checklist done \(item.number)"))
        }
    }

    /// The problems as a table.
    var table: Table {
        Table(
            "problems",
            columns: [
                .init("day", text("Day"), priority: 8),
                .init("problem", text("Problem"), priority: 7, wraps: true),
                .init("command", text("What to type"), priority: 9, wraps: true),
            ],
            rows: problems.map { problem in
                [
                    .day(problem.day), Cell(.string(problem.kind.rawValue), .text(problem.text)),
                    Cell(.string(Localizer(.english).string(problem.command)), .text(problem.command)),
                ]
            }, count: text("%lld things to check", problems.count))
    }
}

/// `check`: lists the problems of a trip.
struct CheckCommand: Command {
    let declaration = CommandDeclaration(
        "check", group: .days, summary: text("Lists what is missing or contradictory in a trip."),
        discussion: [
            text(
                "It finds nights without a stay, moves without transport, entries on other days than the trip, overlaps, visits outside opening hours, unknown places and time zones, cancelled bookings, unpaid things, due items of checklists, and amounts without a rate. Each line says what to type; words in capitals are to be replaced."
            )
        ],
        parameters: [TripParameters.trip.declaration],
        examples: [text("check japan"), text("trip open japan\ncheck")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        return Output(try session.check(trip).table, ifEmpty: text("“%@” has no problems.", trip.name))
    }
}

extension TripSession {
    /// Checks a trip.
    ///
    /// - Parameters:
    ///   - trip: The trip.
    ///   - plan: The plan of all its days, if it was made already.
    func check(_ trip: Trip, plan: TripPlan? = nil) throws -> TripCheck {
        let costs = TripCosts(trip, rates: try rates, currency: preferences[TripSettings.currency])
        return TripCheck(trip, costs: costs, today: today, localizer, plan: plan)
    }
}
