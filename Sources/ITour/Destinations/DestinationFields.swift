import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Destination {
    /// The fields of a destination. Lists add its trip.
    static let fields = FieldTable<Destination>(check: { try $0.checkClocks($1, $2) }) {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .listed(priority: 5)
        Field(
            required: "priority", text("Priority"), sentence: text("priority"),
            help: text("How much you want to go: meh, maybe or must, or 1 to 3."), stored: \.priority,
            type: .priority, get: { $0.priority }, set: { $0.priority = $1 }
        )
        .listed(priority: 7).asked(as: text("Priority: meh, maybe or must"))
        Field(
            "start", text("Date"), sentence: text("date"), help: dateOption.declaration.help,
            stored: \.start, \.isAllDay, type: .moment, get: { $0.dates?.start },
            set: { $0.setDates($1.map { TripDates($0) }) }, change: { try $0.changeStart($1, $2) }
        )
        .option("date").listed(priority: 8).asked(as: text("Date, with a time or without"))
        Field(
            "end", text("End"), sentence: text("end"),
            help: text("When the trip ends: the last day, or a day and a local time; or “none”."),
            stored: \.end, type: .moment, get: { $0.dates?.end }, set: { $0.end = $1?.stored },
            change: { destination, end, _ in try destination.changeEnd(end) }
        )
        .listed(priority: 8)
        Field.computed("allDay", text("All day"), raw: { $0.dates.map { .bool($0.isAllDay) } ?? .null })
        Field(
            "timeZone", text("Time zone"), sentence: text("time zone"),
            help: text(
                "The destination's time zone, such as Europe/Rome, used to check the times; or “none”."),
            stored: \.timeZone, type: .zone, get: { $0.timeZone }, set: { $0.timeZone = $1 }
        )
        .option("zone")
        Field(
            "place", text("Place"), sentence: text("place"),
            help: text(
                "The place: a city with its country, degrees north and east, or the link of a map; or “none”. Default for a new destination: the city with its name."
            ),
            stored: \.latitude, \.longitude, type: .destinationPlace, get: { $0.knownPlace },
            set: { $0.place = $1?.coordinates }, change: { try $0.changePlace($1, $2) }
        )
        .option("at").only(in: [.show, .data, .export])
        Field(
            "country", text("Country"), sentence: text("country"), help: text("Country"), stored: \.country,
            type: .country, get: { $0.country }, set: { $0.country = $1 }
        )
        .option(nil).only(in: [.show, .data, .export])
        Field.computed(
            "trip", text("Trip"), stored: \.trip, raw: { $0.trip.map { .string($0.name) } ?? .null },
            display: { destination, _ in destination.trip.map { .verbatim($0.name) } ?? .empty }
        )
        .only(in: [.show, .data])
        Field(
            "details", text("Details"), sentence: text("details"),
            help: text("Details to remember about the trip."), stored: \.details, type: .lines,
            get: { $0.details }, set: { $0.details = $1 }
        )
        .only(in: [.show, .data, .export])
        Field.exported("source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
    }

    /// The option for the beginning, or for the beginning and the end.
    static let dateOption = Parameter.option(
        "date", ValueType<MomentSpan>.momentSpan.orNone,
        help: text(
            "When the trip begins, or begins and ends: “2025-05-01 18:30”, or 2025-05-01..2025-05-04; or “none”."
        ))

    /// Returns destinations as a list.
    ///
    /// - Parameters:
    ///   - destinations: The destinations, in order.
    ///   - context: What the values depend on.
    ///   - note: A description of the filter, to show beside the count. Default: none.
    ///   - trips: Whether to show the destinations' trips. Default: `true` if there are few destinations.
    @MainActor
    static func table(
        _ destinations: [Destination], _ context: FieldContext, note: LocalizedText? = nil, trips: Bool? = nil
    ) -> Table {
        let count = text("%lld destinations", destinations.count)
        let table = fields.table(
            "rows", destinations, context,
            count: note.map { LocalizedText("%1$@; %2$@", table: "", [.text(count), .text($0)]) } ?? count)
        // Fetching the trip of each of many destinations takes time, and is needed only if there are trips.
        let names = trips ?? (destinations.count < 100) ? destinations.map { $0.trip?.name } : []
        var listed = Table(
            table.key,
            columns: table.columns + [
                .init("trip", text("Trip"), priority: 4, wraps: true, isShown: names.contains { $0 != nil })
            ],
            reading: table.rows.changed { $1 + [names.isEmpty ? .empty : .text(names[$0])] },
            count: table.count)
        listed.reader = table.reader
        return listed
    }
}

// Changes

extension Destination {
    /// Sets the beginning. Unless another end follows, the trip keeps its length: the exact one, or that in days if the
    /// user is asked for the end later.
    @MainActor
    func changeStart(_ start: Moment?, _ context: FieldContext) throws(TripError) {
        guard let start else { return setDates(nil) }
        guard let old = dates, let oldEnd = old.end, !context.given.contains("end") else {
            return setDates(TripDates(start))
        }
        let length = oldEnd.stored.timeIntervalSince(old.start.stored)
        let end = Moment(stored: start.stored.addingTimeInterval(length), isAllDay: old.isAllDay)
        if context.pending.contains("end") {
            // The user will be asked for the end. The first possible end is offered: at the same time of day, after the
            // exact length, or none.
            let days = old.firstDay.days(until: start.day)
            let endAtSameTime = Moment(oldEnd.day.adding(days: days), minute: oldEnd.minute)
            let possible = [endAtSameTime, end, nil].lazy.compactMap { try? TripDates(start: start, end: $0) }
            return setDates(possible.first)
        }
        guard old.isAllDay == (start.minute == nil) else { throw .mixedTimes(start: start, end: oldEnd) }
        setDates(try TripDates(start: start, end: end))
    }

    /// Sets the end.
    func changeEnd(_ end: Moment?) throws(TripError) {
        guard let start = dates?.start else {
            if end != nil { throw .endWithoutStart(name: name) }
            return
        }
        setDates(try TripDates(start: start, end: end))
    }

    /// Returns the changes that a beginning, or a beginning and an end, make.
    ///
    /// - Parameters:
    ///   - span: The dates; `nil` for none.
    ///   - others: The other changes of the command.
    /// - Throws: ``TripError/twoEnds``.
    static func changes(
        to span: MomentSpan?, besides others: [FieldChange<Destination>]
    ) throws(TripError) -> [FieldChange<Destination>] {
        let start = FieldChange<Destination>("start", isTyped: true) { destination, context in
            let before = destination.dates
            try destination.changeStart(span?.start, context)
            return destination.dates != before
        }
        guard let end = span?.end else { return [start] }
        if others.contains(where: { $0.key == "end" }) { throw .twoEnds }
        return [
            start,
            FieldChange("end", isTyped: true) { destination, _ in
                let before = destination.dates
                try destination.changeEnd(end)
                return destination.dates != before
            },
        ]
    }

    /// Checks that no changed time is in an hour that the clocks of the place skip. If the zone of the place isn't known, the
    /// user's zone counts.
    ///
    /// - Throws: ``TripError/skippedHour(_:zone:)``; ``TripError/skippedEnd(_:zone:)`` if only the beginning was changed, and
    ///   the end moved with it.
    @MainActor
    fileprivate func checkClocks(_ changed: Set<String>, _ context: FieldContext) throws {
        guard let dates else { return }
        let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? context.timeZone
        if !changed.isDisjoint(with: ["start", "timeZone"]) {
            try DaylightSaving.check(dates.start, in: zone)
        }
        let hasMoved = changed.contains("start") && !context.given.contains("end")
        guard let end = dates.end, hasMoved || !changed.isDisjoint(with: ["end", "timeZone"]),
            !context.pending.contains("end")
        else { return }
        do throws(TripError) {
            try DaylightSaving.check(end, in: zone)
        } catch {
            guard hasMoved, case .skippedHour(let moment, let zone) = error else { throw error }
            throw TripError.skippedEnd(moment, zone: zone)
        }
    }

    /// The place with its country.
    private var knownPlace: DestinationPlace? {
        guard let place else { return nil }
        var known = DestinationPlace(place)
        known.country = country
        return known
    }

    /// The distance in kilometres up to which coordinates correct the old place and keep its country and time zone.
    private static let correctionDistance = 100.0

    /// Sets the place, its country and its time zone. A zone that the user sets in the same line has priority.
    ///
    /// A place of the gazetteer has a country and a zone. Coordinates have none. If they only correct the old place, its
    /// country and zone stay. Otherwise, or if there is no zone yet, the zone is that of the nearest known place.
    @MainActor
    func changePlace(_ new: DestinationPlace?, _ context: FieldContext) throws {
        let isCorrection = new.map { isNear($0.coordinates) } ?? false
        // A zone that was set before there was a place stays, too.
        let keepsZone = timeZone != nil && (isCorrection || place == nil)
        let newCountry = new?.country ?? (isCorrection ? country : nil)
        place = new?.coordinates
        if country != newCountry { country = newCountry }
        let nearestZone = new.flatMap { keepsZone ? nil : Gazetteer.builtIn.timeZone(near: $0.coordinates) }
        guard let zone = new?.timeZone ?? nearestZone, zone != timeZone, !context.given.contains("timeZone")
        else { return }
        timeZone = zone
        try checkClocks(["timeZone"], context)
    }

    /// Returns whether coordinates are near the present place.
    private func isNear(_ coordinates: Coordinates) -> Bool {
        place.map { GreatCircle.distance($0, coordinates) <= Self.correctionDistance } ?? false
    }
}

extension FieldType where Value == Priority {
    /// A priority. The highest one is the first in sorted lists.
    static var priority: FieldType<Priority> {
        FieldType(
            .priority, written: { priority, context in context.localizer.string(priority.name) },
            columns: [Column(raw: { .string($0.word) }) { priority, _ in .text(priority.name) }],
            order: { .number(-Double($0.rawValue)) },
            comparison: .span { Double($0.rawValue)...Double($0.rawValue) }
        ) { $0.priority($1) }
    }
}

extension FieldType where Value == DestinationPlace {
    /// A place of the gazetteer, or coordinates.
    fileprivate static var destinationPlace: FieldType<DestinationPlace> {
        FieldType(
            .destinationPlace, written: { place, _ in place.coordinates.text },
            columns: [
                Column { place, _ in .verbatim(place.coordinates.text) },
                Column("latitude", text("Latitude"), raw: { .decimal($0.coordinates.latitude) }) { place, _ in
                    .verbatim(Coordinates.degrees(place.coordinates.latitude))
                },
                Column("longitude", text("Longitude"), raw: { .decimal($0.coordinates.longitude) }) {
                    place, _ in .verbatim(Coordinates.degrees(place.coordinates.longitude))
                },
            ]
        ) { entry, _ in entry.place().map { DestinationPlace($0) } }
    }
}

extension FieldType where Value == String {
    /// The code of a country in ISO 3166. The user sees its name.
    fileprivate static var country: FieldType<String> {
        FieldType(
            .nonBlank, written: { code, _ in code },
            columns: [
                Column(raw: { .string($0) }) { code, context in
                    .verbatim(Countries.builtIn.name(of: code, in: context.localizer.language))
                }
            ],
            order: { .text($0) }
        ) { $0.country($1) }
    }
}

extension TripSession {
    /// What conditions can ask of destinations.
    var destinationConditions: ConditionVocabulary<Destination> {
        ConditionVocabulary(
            Destination.fields,
            keys: [
                .number,
                ConditionKey("country", type: .line) { [localizer] destination in
                    destination.country.map { [$0, Countries.builtIn.name(of: $0, in: localizer.language)] }
                        ?? []
                },
                ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] },
                ConditionKey("sight", type: .line) { $0.sights.map(\.name) },
            ],
            flags: [
                ConditionFlag("planned") { _ in ConditionTest { $0.dates != nil } },
                ConditionFlag("unplanned") { _ in ConditionTest { $0.dates == nil } },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil || $0.timeZone == nil } },
                ConditionFlag("outside") { _ in
                    ConditionTest { destination in
                        guard let dates = destination.dates, let days = destination.trip?.days else {
                            return false
                        }
                        return !days.contains(dates.firstDay) || !days.contains(dates.lastDay)
                    }
                },
                ConditionFlag("without-stay") { _ in
                    let nights = Remembered<Trip, DayRanges<CivilDate>>()
                    return ConditionTest { destination in
                        guard let dates = destination.dates, let trip = destination.trip else { return false }
                        let days = dates.firstDay...max(dates.firstDay, dates.lastDay)
                        let covered = nights.value(of: trip) { $0.coveredNights }
                        return !trip.nightsWithoutStay(in: days, covered: covered).isEmpty
                    }
                },
                ConditionFlag("without-transport") { _ in
                    let moves = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { destination in
                        guard let trip = destination.trip else { return false }
                        let found = moves.value(of: trip) {
                            Set($0.movesWithoutTransport.map { ObjectIdentifier($0.to) })
                        }
                        return found.contains(ObjectIdentifier(destination))
                    }
                },
            ] + ConditionFlag.pastAndFuture { $0.dates.map { ($0.end ?? $0.start).day } }
        ) { text in ConditionTest(ListChoice.predicate(containing: text)) }
    }
}
