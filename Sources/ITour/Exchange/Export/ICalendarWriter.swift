import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// Writes trips as a calendar (iCalendar, RFC 5545).
///
/// All-day destinations become all-day events, which are the same in every time zone. Each scheduled sight, leg and
/// stay is an event of its own. Times have the time zone of their place if it is known; otherwise they are
/// “floating”, which means local times. An event has the identifier of its record. Therefore a calendar updates
/// its event if the user imports a later export.
///
/// Flights have reminders a day before, when most airlines open their check-in, and three hours before. Other transport has
/// one an hour before, and a visit with a time half an hour before.
@MainActor
struct ICalendarWriter {
    /// How the name of the program begins in the calendar.
    nonisolated static let product = "-//TerminalSuite//itour"

    private var lines = ContentLines()
    private var zones = CalendarZones()
    /// The positions of destinations in their trips, by the trips.
    private var positions: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]
    private let stamp: String

    static func write(_ export: TripExport) -> TripExport.Result {
        var result = TripExport.Result(bytes: [])
        var writer = ICalendarWriter(stamp: utc(export.now))
        for destination in export.destinations {
            if let dates = destination.dates {
                writer.write(destination, dates)
                result.counts.destinations += 1
            } else {
                result.undated += 1
            }
            for sight in destination.sights where sight.schedule != nil {
                writer.write(sight)
                result.counts.sights += 1
            }
        }
        for leg in export.trips.flatMap(\.plannedLegsInOrder) {
            writer.write(leg)
            result.counts.legs += 1
        }
        for trip in export.trips {
            var visited = VisitedZones(
                trip.destinations.compactMap { destination in
                    destination.dates.map {
                        (days: $0.firstDay...max($0.firstDay, $0.lastDay), zone: destination.timeZone)
                    }
                })
            for stay in trip.plannedStaysInOrder {
                writer.write(stay, visited: visited.zone(on: stay.checkIn.day))
                result.counts.stays += 1
            }
        }
        var head = ContentLines()
        head.append("BEGIN", "VCALENDAR")
        head.append("VERSION", "2.0")
        head.append("PRODID", Self.product + " 1.0//EN")
        head.append("CALSCALE", "GREGORIAN")
        for trip in export.trips { head.append(EventKind.tripProperty, text: json(trip)) }
        result.counts.trips = export.trips.count
        writer.zones.write(to: &head)
        writer.lines.append("END", "VCALENDAR")
        result.bytes = head.bytes + writer.lines.bytes
        return result
    }

    private init(stamp: String) { self.stamp = stamp }

    /// Writes the beginning of an event and its times.
    ///
    /// - Parameters:
    ///   - identifier: The record's identifier.
    ///   - start: The beginning, with its time zone.
    ///   - end: The end; `nil` if it isn't known. An end that isn't after the beginning is left out.
    private mutating func begin(
        _ identifier: UUID, from start: (moment: Moment, zone: String?),
        to end: (moment: Moment, zone: String?)?
    ) {
        lines.append("BEGIN", "VEVENT")
        lines.append("UID", identifier.uuidString.lowercased())
        lines.append("DTSTAMP", stamp)
        guard start.moment.minute != nil else {
            lines.append("DTSTART;VALUE=DATE", Self.basic(start.moment.day))
            // DTEND of an all-day event is the day after its last day.
            let last = max(end?.moment.day ?? start.moment.day, start.moment.day)
            lines.append("DTEND;VALUE=DATE", Self.basic(last.adding(days: 1)))
            return
        }
        let timed = end.flatMap { $0.moment.minute == nil ? nil : $0 }
        let (first, last) = (LegClock.zone(start.zone), timed.map { LegClock.zone($0.zone) })
        // Both times have a zone, or both are floating.
        guard let first, last.map({ $0 != nil }) ?? true else {
            lines.append("DTSTART", Self.floating(start.moment))
            if let timed, timed.moment > start.moment { lines.append("DTEND", Self.floating(timed.moment)) }
            return
        }
        append("DTSTART", start.moment, first)
        guard let timed, let last = last.flatMap({ $0 }),
            LegClock.instant(of: timed.moment, in: last) > LegClock.instant(of: start.moment, in: first)
        else { return }
        append("DTEND", timed.moment, last)
    }

    /// Writes the end of an event, with its kind and the fields of its record for later imports.
    private mutating func finish(
        _ kind: EventKind, _ members: [(key: String, value: Cell.RawValue)], of trip: Trip?,
        reminders: [String] = [], named name: String = ""
    ) {
        lines.append(EventKind.property, kind.word)
        // The event has the identifier, and the next import of another calendar is of this store only.
        for (key, value) in members where !["identifier", "kind", "lastImport"].contains(key) {
            lines.append(EventKind.prefix + key.uppercased(), text: value.csvText)
        }
        if let trip {
            lines.append(EventKind.tripProperty, trip.identifier.uuidString)
            lines.append(EventKind.tripNameProperty, text: trip.name)
        }
        for trigger in reminders {
            lines.append("BEGIN", "VALARM")
            lines.append("ACTION", "DISPLAY")
            lines.append("TRIGGER", trigger)
            lines.append("DESCRIPTION", text: name)
            lines.append("END", "VALARM")
        }
        lines.append("END", "VEVENT")
    }

    /// Returns a trip without its parts.
    private static func json(_ trip: Trip) -> String {
        Cell.RawValue.object(Trip.fields.members(trip).map { .init($0.key, $0.value) }).json
    }

    private mutating func append(_ name: String, _ moment: Moment, _ zone: TimeZone) {
        zones.use(zone, at: moment)
        lines.append("\(name);TZID=\(zone.identifier)", Self.floating(moment))
    }

    private mutating func write(_ destination: Destination, _ dates: TripDates) {
        let end: Moment? = dates.isAllDay ? Moment(dates.lastDay) : dates.end
        begin(
            destination.identifier, from: (dates.start, destination.timeZone),
            to: end.map { ($0, destination.timeZone) })
        lines.append("SUMMARY", text: destination.name)
        let description = Self.description(of: destination)
        if !description.isEmpty { lines.append("DESCRIPTION", text: description) }
        lines.append("PRIORITY", Self.priority(destination.priority))
        append(place: destination.place)
        // All-day trips don't block the hours of their days.
        if dates.isAllDay { lines.append("TRANSP", "TRANSPARENT") }
        if let trip = destination.trip, let position = position(of: destination, in: trip) {
            lines.append(EventKind.positionProperty, String(position))
        }
        finish(.destination, Destination.fields.members(destination), of: destination.trip)
    }

    private mutating func position(of destination: Destination, in trip: Trip) -> Int? {
        let key = ObjectIdentifier(trip)
        if positions[key] == nil {
            positions[key] = Dictionary(
                trip.destinations.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
                uniquingKeysWith: { first, _ in first })
        }
        return positions[key]?[ObjectIdentifier(destination)]
    }

    private mutating func write(_ sight: Sight) {
        guard let moment = sight.schedule else { return }
        let zone = sight.destination?.timeZone
        begin(sight.identifier, from: (moment, zone), to: ItineraryText.end(of: sight).map { ($0, zone) })
        lines.append("SUMMARY", text: sight.name)
        let location = [sight.address, sight.destination?.name ?? ""].filter { !$0.isEmpty }
        if !location.isEmpty { lines.append("LOCATION", text: location.joined(separator: ", ")) }
        append(place: sight.place)
        append(link: sight.link)
        let parts = [sight.note, sight.hours, sight.phone].filter { !$0.isEmpty }
        if !parts.isEmpty { lines.append("DESCRIPTION", text: parts.joined(separator: "\n")) }
        if moment.minute == nil { lines.append("TRANSP", "TRANSPARENT") }
        if let destination = sight.destination {
            lines.append(EventKind.destinationProperty, destination.identifier.uuidString)
            lines.append(EventKind.destinationNameProperty, text: destination.name)
        }
        finish(
            .sight, Sight.fields.members(sight), of: sight.destination?.trip,
            reminders: moment.minute == nil || sight.isVisited ? [] : ["-PT30M"], named: sight.name)
    }

    private mutating func write(_ leg: Leg) {
        begin(leg.identifier, from: (leg.departure, leg.departureZone), to: (leg.arrival, leg.arrivalZone))
        lines.append("SUMMARY", text: leg.recordTitle)
        lines.append("LOCATION", text: leg.origin)
        let parts = [leg.code, leg.seat, leg.note].filter { !$0.isEmpty }
        if !parts.isEmpty { lines.append("DESCRIPTION", text: parts.joined(separator: "\n")) }
        let reminders = leg.kind == .flight ? ["-P1D", "-PT3H"] : ["-PT1H"]
        finish(
            .leg(leg.kind), Leg.fields.members(leg), of: leg.trip,
            reminders: leg.departure.minute == nil ? [] : reminders, named: leg.recordTitle)
    }

    private mutating func write(_ stay: Stay, visited: String?) {
        // A stay without times lasts until the morning of its last day, so its last night is the day before.
        let isTimed = stay.checkIn.minute != nil
        let end =
            isTimed || stay.nights == 0 ? stay.checkOut : Moment(stay.days.upperBound.adding(days: -1))
        let zone = stay.timeZone ?? visited
        begin(stay.identifier, from: (stay.checkIn, zone), to: (end, zone))
        lines.append("SUMMARY", text: stay.name)
        if !stay.address.isEmpty { lines.append("LOCATION", text: stay.address) }
        append(place: stay.place)
        append(link: stay.link)
        let parts = [stay.code, stay.note].filter { !$0.isEmpty }
        if !parts.isEmpty { lines.append("DESCRIPTION", text: parts.joined(separator: "\n")) }
        lines.append("TRANSP", "TRANSPARENT")
        finish(.stay, Stay.fields.members(stay), of: stay.trip)
    }

    private mutating func append(place: Coordinates?) {
        guard let place else { return }
        lines.append("GEO", "\(Coordinates.degrees(place.latitude));\(Coordinates.degrees(place.longitude))")
    }

    private mutating func append(link: String) {
        // A URI has no spaces and no control characters.
        guard !link.isEmpty, link.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 }) else {
            return
        }
        lines.append("URL", link)
    }

    private static func description(of destination: Destination) -> String {
        var parts = destination.details.isEmpty ? [] : [destination.details]
        let sights = destination.sights
        if !sights.isEmpty {
            parts.append(
                sights.enumerated().map { index, sight in
                    "\(index + 1). \(sight.name)" + (sight.address.isEmpty ? "" : ", \(sight.address)")
                }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    /// Returns iCalendar's priority: 1 is the highest, 9 the lowest.
    private static func priority(_ priority: Priority) -> String {
        switch priority {
        case .must: "1"
        case .maybe: "5"
        case .meh: "9"
        }
    }

    private static func basic(_ day: CivilDate) -> String {
        day.description.replacingOccurrences(of: "-", with: "")
    }

    static func floating(_ moment: Moment) -> String {
        let minute = moment.minute ?? 0
        return "\(basic(moment.day))T\(ClockTime.two(minute / 60))\(ClockTime.two(minute % 60))00"
    }

    /// Formats an instant in UTC: `20250501T100000Z`.
    static func utc(_ instant: Date) -> String {
        let day = CivilDate(utc: instant)
        let second = Int(instant.timeIntervalSince1970.rounded(.down) - day.utcDate.timeIntervalSince1970)
        return "\(basic(day))T\(ClockTime.two(second / 3600))\(ClockTime.two(second / 60 % 60))"
            + "\(ClockTime.two(second % 60))Z"
    }
}

/// The zones of the destinations that a traveller visits, for days in their order. Each destination is looked at twice at
/// most, however many stays there are.
struct VisitedZones<Day: Comparable> {
    typealias Visit = (days: ClosedRange<Day>, zone: String?)
    /// The visits that begin later, the next one last.
    private var coming: [Visit]
    /// The visits that have begun and can still be those of a day, the latest last.
    private var begun: [Visit] = []

    /// Prepares the visits of a trip, in its order. Of two visits that begin on one day, the first one counts.
    init(_ visits: [Visit]) {
        coming = visits.enumerated().sorted {
            ($0.element.days.lowerBound, $1.offset) > ($1.element.days.lowerBound, $0.offset)
        }.map { $0.element }
    }

    /// Returns the zone of the destination that is visited on a day. If one destination is left on that day, and another one
    /// reached, it is the other one.
    ///
    /// - Parameter day: The day, which isn't before that of the last call.
    mutating func zone(on day: Day) -> String? {
        while let next = coming.last, next.days.lowerBound <= day {
            coming.removeLast()
            begun.append(next)
        }
        while let last = begun.last, last.days.upperBound < day { begun.removeLast() }
        return begun.last?.zone
    }
}

/// The time zones that the events of a calendar use, written as VTIMEZONE.
@MainActor
struct CalendarZones {
    /// The days that the events of each zone cover.
    private var used: [String: ClosedRange<CivilDate>] = [:]

    /// The longest period whose changes of clocks are written, in days. Without it, a mistyped year would make
    /// the calendar huge.
    private static let longest = 366 * 30

    /// Notes that an event has a time in a zone.
    mutating func use(_ zone: TimeZone, at moment: Moment) {
        let day = moment.day
        let known = used[zone.identifier] ?? day...day
        used[zone.identifier] = min(known.lowerBound, day)...max(known.upperBound, day)
    }

    /// Writes the zones, each with the offset before the first event and all changes until the last one.
    func write(to lines: inout ContentLines) {
        for (identifier, days) in used.sorted(by: { $0.key < $1.key }) {
            guard let zone = TimeZone(identifier: identifier) else { continue }
            lines.append("BEGIN", "VTIMEZONE")
            lines.append("TZID", identifier)
            // Begin a year earlier, so that the first event is after an observance that has begun.
            var instant = days.lowerBound.adding(days: -400).utcDate
            let end = min(days.upperBound, days.lowerBound.adding(days: Self.longest)).adding(days: 2).utcDate
            var offset = zone.secondsFromGMT(for: instant)
            observance(zone, at: instant, from: offset, to: &lines)
            while let next = zone.nextDaylightSavingTimeTransition(after: instant), next < end, next > instant
            {
                observance(zone, at: next, from: offset, to: &lines)
                offset = zone.secondsFromGMT(for: next)
                instant = next
            }
            lines.append("END", "VTIMEZONE")
        }
    }

    /// Writes one change of clocks.
    private func observance(
        _ zone: TimeZone, at instant: Date, from offset: Int, to lines: inout ContentLines
    ) {
        let name = zone.isDaylightSavingTime(for: instant) ? "DAYLIGHT" : "STANDARD"
        lines.append("BEGIN", name)
        // The local time of the change is on the clocks before it.
        let local = Moment(stored: instant.addingTimeInterval(Double(offset)), isAllDay: false)
        lines.append("DTSTART", ICalendarWriter.floating(local))
        lines.append("TZOFFSETFROM", Self.text(offset))
        lines.append("TZOFFSETTO", Self.text(zone.secondsFromGMT(for: instant)))
        if let abbreviation = zone.abbreviation(for: instant) { lines.append("TZNAME", text: abbreviation) }
        lines.append("END", name)
    }

    /// Formats an offset from UTC: `+0900`, `-0330`.
    private static func text(_ seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        return
            "\(seconds < 0 ? "-" : "+")\(ClockTime.two(Int(minutes / 60)))\(ClockTime.two(Int(minutes % 60)))"
    }
}
