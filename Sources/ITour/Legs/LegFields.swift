import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Leg {
    /// The fields of a leg.
    static let fields = FieldTable<Leg>(
        listing: ["number"], check: { try $0.check($1, $2) }
    ) {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "kind", text("Kind"), sentence: text("means of transport"),
            help: text("The means of transport, such as train or flight."), stored: \.kind,
            type: .choice(LegKind.choices, placeholder: text("TRANSPORT")), get: { $0.kind },
            set: { $0.kind = $1 }
        )
        .listed(priority: 7)
        Field(
            required: "from", text("From"), sentence: text("departure"),
            help: text("Where it leaves, such as a city or a station."), stored: \.origin,
            type: .line(.place(text("FROM"))), get: { $0.origin }, set: { $0.origin = $1 }
        )
        .searched().listed(priority: 5, wraps: true) { .text($0.origin).struck($0.isCancelled) }
        Field(
            required: "to", text("To"), sentence: text("arrival"), help: text("Where it arrives."),
            stored: \.target, type: .line(.place(text("TO"))), get: { $0.target }, set: { $0.target = $1 }
        )
        .searched().listed(priority: 5, wraps: true) { .text($0.target).struck($0.isCancelled) }
        Field(
            required: "departure", text("Departure"), sentence: text("departure time"),
            help: text("The departure: a day, or a day and a local time."),
            stored: \.departureDay, \.departureMinute, type: .moment, get: { $0.departure },
            set: { $0.departure = $1 },
            // A leg that moves keeps its length in days.
            change: { leg, departure, _ in
                let days = leg.departure.day.days(until: departure.day)
                leg.arrival = Moment(leg.arrival.day.adding(days: days), minute: leg.arrival.minute)
                leg.departure = departure
            }
        )
        .option("depart").listed(priority: 8, wraps: true)
        Field(
            "departureZone", text("Time zone of the departure"), sentence: text("time zone of the departure"),
            help: text(
                "The time zone of the departure. Default: that of the destination or city with this name."),
            stored: \.departureZone, type: .zone, get: { $0.departureZone }, set: { $0.departureZone = $1 }
        )
        .option("from-zone")
        Field(
            required: "arrival", text("Arrival"), sentence: text("arrival time"),
            help: text(
                "The arrival: a day, a day and a local time, or only a time. Default: the day of departure."),
            stored: \.arrivalDay, \.arrivalMinute, type: .arrival, get: { .moment($0.arrival) },
            set: { $0.arrival = $1.moment(after: $0.departure) },
            change: { leg, arrival, context in
                leg.arrival = leg.moment(of: arrival, movesDeparture: context.given.contains("departure"))
            }
        )
        .option("arrive").listed(priority: 8, wraps: true)
        Field(
            "arrivalZone", text("Time zone of the arrival"), sentence: text("time zone of the arrival"),
            help: text(
                "The time zone of the arrival. Default: that of the destination or city with this name."),
            stored: \.arrivalZone, type: .zone, get: { $0.arrivalZone }, set: { $0.arrivalZone = $1 }
        )
        .option("to-zone")
        Field.computed("minutes", text("Duration")) { leg, context in
            .duration(leg.duration.map { max($0, 0) }, context.localizer)
        }
        .listed(priority: 6, alignsRight: true, wraps: true)
        Field(
            "line", text("Number of the line"), sentence: text("number of the line"),
            help: text("The number of the train, flight or bus, such as “Nozomi 12”."), stored: \.line,
            type: .line, get: { $0.line }, set: { $0.line = $1 }
        )
        .searched().option("number")
        Field(
            "code", text("Code"), sentence: text("code"), help: text("The code of the booking."),
            stored: \.code, type: .line, get: { $0.code }, set: { $0.code = $1 }
        )
        .searched()
        Field(
            "seat", text("Seat"), sentence: text("seat"), help: text("The seat."), stored: \.seat,
            type: .line, get: { $0.seat }, set: { $0.seat = $1 }
        )
        .searched()
        Field.cost(\.costAmount, \.costCurrency)
        Field(
            "note", text("Note"), sentence: text("note"), help: text("A note."), stored: \.note, type: .lines,
            get: { $0.note }, set: { $0.note = $1 }
        )
        .searched()
        Field.exported("source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
        Field(
            "platform", text("Platform"), sentence: text("platform"),
            help: text("The platform or gate of departure."),
            stored: \.platform, type: .line, get: { $0.platform }, set: { $0.platform = $1 })
        Field.cancelled(\.isCancelled)
        Field.exported(
            "lastImport", stored: \.lastImport, type: .line, get: { $0.lastImport },
            set: { $0.lastImport = $1 })
        Field.paid(\.isPaid)
        Field.payBy(\.payByDay)
        Field.computed("about", text("About"), isForPeople: true) { leg, context in
            .shown(
                joining: (leg.line.isEmpty ? [] : [.verbatim(leg.line)]) + leg.booking()
                    + leg.price(context.localizer))
        }
        .listed(priority: 4, wraps: true).only(in: [])
    }

    /// Returns phrases about the booking: its code, the seat and the platform. Imports write “Gate 34”, users “7”.
    func booking(hasCode: Bool = true) -> [LocalizedText] {
        (code.isEmpty || !hasCode ? [] : [text("code %@", code)])
            + (seat.isEmpty ? [] : [text("seat %@", seat)])
            + (platform.isEmpty
                ? [] : [platform.contains(" ") ? .verbatim(platform) : text("platform %@", platform)])
    }

    /// Returns the moment of a typed arrival. A time alone keeps the day of the present arrival: a flight that arrives on
    /// the next day and is late doesn't arrive on the day of departure.
    ///
    /// - Parameters:
    ///   - arrival: The typed arrival.
    ///   - movesDeparture: Whether the line also sets the departure, so that the time is the first one after it.
    private func moment(of arrival: LegArrival, movesDeparture: Bool) -> Moment {
        let first = arrival.moment(after: departure)
        // New transport arrives on the day of departure, without a time.
        let isNew = self.arrival == Moment(departure.day)
        guard case .time(let minute) = arrival, !movesDeparture, !isNew else { return first }
        let kept = Moment(self.arrival.day, minute: minute)
        do throws(LegError) {
            try Self.checkOrder(kind, departure, departureZone, kept, arrivalZone)
            return kept
        } catch {
            return first
        }
    }

    /// Throws if the leg arrives before it leaves, or if clocks skip a changed time.
    ///
    /// - Parameters:
    ///   - changed: The keys of the changed fields.
    ///   - context: What the values depend on. While the user is still asked for times, their order isn't checked.
    @MainActor
    func check(_ changed: Set<String>, _ context: FieldContext) throws {
        for (moment, zone, key) in [
            (departure, departureZone, "departure"), (arrival, arrivalZone, "arrival"),
        ] where moment.minute != nil && !changed.isDisjoint(with: [key, key + "Zone"]) {
            if let zone = TimeZone(identifier: zone ?? "UTC") { try DaylightSaving.check(moment, in: zone) }
        }
        if context.pending.isDisjoint(with: ["arrival", "arrivalZone"]) { try checkOrder() }
    }

    /// Throws if the leg arrives before it leaves.
    func checkOrder() throws(LegError) {
        try Self.checkOrder(kind, departure, departureZone, arrival, arrivalZone)
    }

    /// Throws if a leg with these times would arrive before it leaves.
    static func checkOrder(
        _ kind: LegKind, _ departure: Moment, _ departureZone: String?, _ arrival: Moment,
        _ arrivalZone: String?
    ) throws(LegError) {
        let minutes = LegClock.minutes(
            from: departure, in: LegClock.zone(departureZone), to: arrival, in: LegClock.zone(arrivalZone))
        // A flight usually changes clocks. Without times or zones, an arrival one day earlier is possible across the date
        // line.
        let isUnknown = minutes == nil || (kind == .flight && departureZone == nil && arrivalZone == nil)
        let isBefore = isUnknown ? arrival.day.adding(days: 1) < departure.day : minutes ?? 0 < 0
        if isBefore { throw .arrivalBeforeDeparture(departure: departure, arrival: arrival) }
    }
}

extension Leg: ExportedPart {
    /// The name in reports.
    var title: String { "\(origin) – \(target)" }

    /// Reads a leg of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(
            identifier: .missing, kind: .other, origin: "", target: "", departure: Moment(.first),
            arrival: Moment(.first))
        try Self.fields.read(&entry, into: self)
        do throws(LegError) { try checkOrder() } catch { throw .contradictory(error.problem) }
    }
}

extension FieldType where Value == LegArrival {
    /// A day, a day and a local time, or only a time.
    fileprivate static var arrival: FieldType<LegArrival> {
        let typed = ValueType<Moment>.moment
        @Sendable func stored(_ arrival: LegArrival) -> Moment { arrival.moment(after: Moment(.first)) }
        return FieldType(
            ValueType(
                placeholder: typed.placeholder, completion: typed.completion, isContinued: typed.isContinued
            ) { string, context in
                if let minute = context.localizer.parseTime(string) { return .time(minute: minute) }
                return .moment(try typed.parse(string, context))
            }, written: { arrival, _ in stored(arrival).description },
            columns: [
                Column(raw: { .string(stored($0).description) }) { arrival, _ in
                    Cell.moment(stored(arrival)).display
                }
            ],
            order: { .number(stored($0).stored.timeIntervalSinceReferenceDate) }
        ) { $0.moment($1).map { .moment($0) } }
    }
}

/// An error about transport or a stay.
enum LegError: PresentableError {
    case arrivalBeforeDeparture(departure: Moment, arrival: Moment)
    case checkOutBeforeCheckIn(checkIn: Moment, checkOut: Moment)

    var problem: LocalizedText {
        switch self {
        case .arrivalBeforeDeparture(let departure, let arrival):
            text("It can't arrive on %1$@, before it leaves on %2$@.", arrival.text, departure.text)
        case .checkOutBeforeCheckIn(let checkIn, let checkOut):
            text("The check-out on %1$@ can't be before the check-in on %2$@.", checkOut.text, checkIn.text)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .arrivalBeforeDeparture:
            text("Give a later arrival, or the time zones with --from-zone and --to-zone.")
        case .checkOutBeforeCheckIn: text("Give a later day with --check-out.")
        }
    }

    var failure: FailureKind { .usage }
}

extension TripSession {
    /// What conditions can ask of transport.
    var legConditions: ConditionVocabulary<Leg> {
        ConditionVocabulary(
            Leg.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Leg> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // At the time of a sight or of other transport.
                ConditionFlag("overlap") { _ in
                    let overlaps = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { leg in
                        guard let trip = leg.trip else { return false }
                        return overlaps.value(of: trip) { $0.parts(in: [.overlap]) }
                            .contains(ObjectIdentifier(leg))
                    }
                },
                // A flight with a time but without the clock of its place.
                ConditionFlag("unplaced") { _ in
                    ConditionTest { leg in
                        leg.kind == .flight
                            && (leg.departure.minute != nil && leg.departureZone == nil
                                || leg.arrival.minute != nil && leg.arrivalZone == nil)
                    }
                },
                withoutRate { $0.isCancelled ? nil : $0.cost },
                ConditionFlag("unpaid") { _ in ConditionTest { !$0.isCancelled && $0.isUnpaid } },
                .paid,
            ] + ConditionFlag.pastAndFuture { $0.days.upperBound }
        ) { ConditionTest(Leg.fields.containing($0)) }
    }
}
