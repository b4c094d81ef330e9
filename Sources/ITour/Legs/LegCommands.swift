import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments that name legs.
enum LegArguments {
    static let leg = Parameter.required(
        "leg", .leg, help: text("The leg's number, or a part of its places, line or code."),
        question: text("Which leg"))
    static let legs = Parameter.rest(
        "leg", .recordOrCondition(text("LEG"), source: TripCompletions.legsOrConditions), minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "is:cancelled"),
        question: text("Which leg")
    ).takingHyphens
}

/// `leg add`: adds transport to a trip.
struct LegAddCommand: Command {
    /// The fields that are arguments.
    private nonisolated static let keys = ["kind", "from", "to"]
    private static let arguments = keys.compactMap { key in
        key == "kind"
            ? Leg.fields[key]?.argument(named: "transport", question: text("Means of transport"))
            : Leg.fields[key].map(LegPlace.argument)
    }

    static let dates = Parameter.rest(
        "date", ValueType<String>.text.named(text("DATE")).keepingQuotes,
        help: text(
            "The departure and the arrival: a day, or a day and a local time. The arrival can be only a time."
        )
    ).claiming { word, localizer in
        Leg.fields.isChange(word, localizer)
    } orUnknown: {
        $0.typedKey != nil
    } naming: { word, localizer in
        Leg.fields.argument(namedBy: word, of: keys, localizer).map {
            (
                $0.argument == "kind" ? "transport" : $0.argument,
                $0.argument == "kind" ? $0.value : LegPlace.marked($0.value, after: word.prefix { $0 != ":" })
            )
        }
    }

    let declaration = CommandDeclaration(
        "leg add", aliases: ["leg new"], group: .trips,
        summary: text("Adds a train, a flight or other transport to a trip."),
        discussion: [
            text(
                "Both times are local times of their places. With both time zones, the duration is exact, also across midnight and when clocks change."
            )
        ],
        parameters: arguments.map { $0.declaration } + [dates.declaration]
            + Leg.fields.options(except: keys) + [TripParameters.inside.declaration],
        examples: [
            text("trip open japan\nleg add train Kyoto Tokyo 2027-04-08 09:12 11:27"),
            text(
                "trip open japan\nleg add train Kyoto Tokyo --depart \"2027-04-08 09:12\" --arrive 11:27 --number \"Nozomi 12\" --seat 7A"
            ),
            text(
                "leg add flight Rome Tokyo --depart \"2027-04-01 14:05\" --arrive \"2027-04-02 10:15\" --from-zone Europe/Rome --to-zone Asia/Tokyo --in japan"
            ),
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let context = session.fieldContext
        let first = trip.days.map { Moment($0.lowerBound) }
        let (typed, words) = try Leg.fields.additions(
            in: try invocation[Self.dates], name: nil, context.parsing)
        if let again = typed.first(where: { Self.keys.contains($0.key) }) {
            throw UsageError.repeatedOption("--\(again.key == "kind" ? "transport" : again.key)")
        }
        var changes = try Self.arguments.map { try invocation[$0] } + typed
        changes += try Leg.fields.changes(invocation, except: Self.keys)
        let line = try await session.dates(
            atEndOf: words, WantedDates(start: "depart", end: "arrive", words: 0),
            given: Leg.fields.givenOptions(changes), title: { _ in .none })
        if !line.words.isEmpty { throw TripError.notDatesOfLeg(line.words.joined(separator: " ")) }
        changes += try line.changes("departure", "arrival", of: Leg.fields, context.parsing)
        let isGiven = changes.contains { $0.key == "departure" }
        changes += Leg.zones(following: changes, in: trip, session)
        /// Returns the leg that leaves at a moment, unless the line says another one.
        func leg(at moment: Moment) throws -> Leg {
            let leg = Leg(
                kind: .other, origin: "", target: "", departure: moment, arrival: Moment(moment.day))
            _ = try Leg.fields.apply(changes, to: leg, context)
            return leg
        }
        var departure = first
        if departure == nil, !isGiven {
            departure = try await session.askMoment(text("Departure, with a time or without")) {
                _ = try leg(at: $0)
            }
            guard departure != nil else { throw TripError.missingOption("--depart") }
        }
        let added = try leg(at: departure ?? Moment(session.today))
        session.context.insert(added)
        added.trip = trip
        let note: [Block] =
            isGiven || first == nil
            ? []
            : [
                .message(
                    text(
                        "It leaves on %@, the first day of the trip. Change it with “leg edit”.",
                        added.departure.text))
            ]
        let given = Set(try (typed + Leg.fields.changes(invocation)).map(\.key))
        return .added(added, to: trip.name, Leg.fields, context) { note + added.clocks(given: given) }
    }
}

/// The place that a word with a key gives, as in `from:Kyoto`. Words after it may belong to its name, as in `from:New York`,
/// or be the other place. Therefore they are refused, with both forms. Nothing is unclear after a name of several words, which
/// was in quotation marks, and before a means of transport: `from:Kyoto to:Tokyo train`.
private enum LegPlace {
    /// Surrounds the key and the value of a word. The grammar adds the words after it.
    private static let mark: Character = "\u{1F}"

    /// Returns a value with its key, for the argument; a value of several words without it.
    static func marked(_ value: String, after key: some StringProtocol) -> String {
        value.contains(where: \.isWhitespace) ? value : "\(mark)\(key)\(mark)\(value)\(mark)"
    }

    /// Returns the argument of a place.
    static func argument(_ field: Field<Leg>) -> Parameter<FieldChange<Leg>> {
        let isOrigin = field.key == "from"
        let (placeholder, other) = isOrigin ? (text("FROM"), text("TO")) : (text("TO"), text("FROM"))
        let place = ValueType<String>.place(placeholder)
        let type = ValueType<FieldChange<Leg>>(
            placeholder: place.placeholder, completion: place.completion,
            isContinued: { value, next in value.first == mark && isPartOfName(next) }
        ) { typed, context in
            let parts = typed.split(separator: mark, omittingEmptySubsequences: false)
            guard parts.count == 4 else { return try change(field, to: typed, context) }
            let (key, value, added) = (parts[1], parts[2], parts[3].dropFirst())
            if !added.isEmpty {
                throw UsageError.unclearText(
                    String(added), option: "\(key):", argument: other,
                    examples: [
                        "\(key):\(Quoting.quote("\(value) \(added)"))",
                        "\(key):\(Quoting.quote(String(value))) "
                            + (isOrigin ? "to:" : "from:") + Quoting.quote(String(added)),
                    ])
            }
            return try change(field, to: String(value), context)
        }
        return .required(field.key, type, help: field.help, question: field.label)
    }

    private static func change(
        _ field: Field<Leg>, to place: String, _ context: ParseContext
    ) throws -> FieldChange<Leg> {
        guard let change = try field.change(to: place, context) else {
            throw TripError.notAPlace(place).ofValue
        }
        return change
    }

    /// Returns whether a word may belong to a name of several words. The words of a date and the means of transport don't, in
    /// any language: the user's isn't known here.
    private static func isPartOfName(_ word: String) -> Bool {
        guard word.first?.isLetter ?? false, !word.contains(":") else { return false }
        let today = OptionDate.anyDay
        return Language.available.map { Localizer($0) }.allSatisfy { localizer in
            let isOther = DateWords(localizer).meanings(of: word).contains {
                if case .other = $0 { true } else { false }
            }
            let isKind = LegKind.allCases.contains {
                SearchFold.fold(localizer.string($0.name)) == SearchFold.fold(word)
            }
            return isOther && !isKind && localizer.parseDay(word, today: today, isComing: true) == nil
                && localizer.parseMonth(word, today: today) == nil
        }
    }
}

extension Leg {
    /// `leg list`: lists the transport of a trip.
    @MainActor static let list = ListRecordsCommand<TripSession, ListedParts<Trip, Leg>>(
        "leg list", group: .trips, summary: text("Lists the transport of a trip."),
        of: RecordArgument([listed.declaration]) { invocation, _, session in
            try ListedParts(try invocation[listed], in: session, session.legConditions) { $0.legsInOrder }
        },
        examples: [
            text("leg list japan"), text("trip open japan\nleg list"),
            .verbatim("leg list is:outside -is:cancelled"),
        ],
        empty: { listed in
            listed.owner.map { text("“%@” has no transport yet. Add some with “leg add”.", $0.name) }
                ?? text("No transport matches. “leg list TRIP” lists all of a trip.")
        },
        table: { fields.table("legs", $0.parts, $1) })

    private static let listed = ListedParts<Trip, Leg>.argument(
        of: fields, completing: TripCompletions.tripsOrLegConditions)

    /// `leg delete`: deletes transport.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, Leg>(
        "leg delete", group: .trips, summary: text("Deletes transport after confirmation."),
        records: RecordArgument(LegArguments.legs, { $0.legConditions }) {
            try $0.opened(Trip.self)?.legsInOrder
        },
        examples: [text("leg delete tokyo --yes"), .verbatim("leg delete kind:train --yes")],
        table: { fields.table("legs", $0, $1.fieldContext) })

    /// `leg show`: shows all fields of a leg.
    @MainActor static let show = ShowRecordCommand<TripSession, Leg>(
        "leg show", group: .trips, summary: text("Shows everything about transport."),
        record: RecordArgument(LegArguments.leg), fields: fields, examples: [text("leg show tokyo")])

    /// `leg edit`: changes a leg. Another place usually has other clocks.
    @MainActor static let edit = EditRecordCommand<TripSession, Leg>(
        "leg edit", group: .trips, summary: text("Changes the transport of a trip."),
        record: RecordArgument(LegArguments.leg), fields: fields,
        examples: [
            text("leg edit tokyo --seat 8B"), .verbatim("leg edit 1 --depart \"2027-04-08 10:12\""),
            .verbatim("leg edit --where seat:none note:\"choose a seat\""),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.legsOrConditions, such: "is:outside", { $0.legConditions },
            in: { try $0.opened(Trip.self)?.legsInOrder }, table: { fields.table("legs", $0, $1) })
    ) { changes, leg, session in zones(following: changes, in: leg.trip, session) }

    /// Returns the changes of zones that follow from changes of places: another place usually has other clocks.
    @MainActor fileprivate static func zones(
        following changes: [FieldChange<Leg>], in trip: Trip?, _ session: TripSession
    ) -> [FieldChange<Leg>] {
        func zone(
            _ key: String, following place: String, _ name: @escaping @Sendable (Leg) -> String,
            _ set: @escaping @Sendable (Leg, String?) -> Void
        ) -> [FieldChange<Leg>] {
            let keys = changes.map(\.key)
            guard keys.contains(place), !keys.contains(key) else { return [] }
            return [
                FieldChange(key) { leg, _ in
                    let before = [leg.departureZone, leg.arrivalZone]
                    set(leg, try session.zone(ofPlace: name(leg), in: trip))
                    return [leg.departureZone, leg.arrivalZone] != before
                }
            ]
        }
        return zone("departureZone", following: "from", { $0.origin }, { $0.departureZone = $1 })
            + zone("arrivalZone", following: "to", { $0.target }, { $0.arrivalZone = $1 })
    }
}

extension Leg {
    /// Messages about different time zones that follow from the places, and about those of a flight that aren't known.
    ///
    /// - Parameter given: The keys of the fields that the user gave.
    fileprivate func clocks(given: Set<String>) -> [Block] {
        var found: [TextArgument] = []
        for (key, zone, place) in [
            ("departureZone", departureZone, origin), ("arrivalZone", arrivalZone, target),
        ] {
            if !given.contains(key), let zone { found.append(.text(text("%1$@ for %2$@", zone, place))) }
        }
        var blocks: [Block] =
            found.isEmpty || departureZone == arrivalZone
            ? [] : [.message(text("Time zones: %@.", TextArgument.list(found)))]
        if kind == .flight, departureZone == nil || arrivalZone == nil,
            departure.minute != nil, arrival.minute != nil
        {
            let missing = departureZone == nil ? origin : target
            blocks.append(
                .message(
                    text(
                        "The time zone of “%1$@” isn't known, so its length isn't, either. Give it with “leg edit %2$@ %3$@ ZONE”.",
                        missing, String(number), departureZone == nil ? "--from-zone" : "--to-zone")))
        }
        return blocks
    }
}

extension TripSession {
    /// Returns the time zone of a place: that of the airport with the code, or else of the destination with the name, or
    /// else of the city with it; `nil` if none is known. A destination of the trip has priority.
    func zone(ofPlace name: String, in trip: Trip?) throws -> String? {
        if let airport = Airports.builtIn.airport(namedBy: name) { return airport.timeZone }
        let folded = SearchFold.fold(name)
        let own = trip?.destinations.filter { SearchFold.fold($0.name) == folded } ?? []
        if let zone = try (own + namesakes(of: name)).lazy.compactMap(\.timeZone).first { return zone }
        let zones = Gazetteer.builtIn.timeZones(of: name)
        return zones.count == 1 ? zones.first : nil
    }
}

extension ValueType where Value == String {
    /// The name of a place. Tab completes destinations.
    static func place(_ placeholder: LocalizedText) -> ValueType<String> {
        ValueType<String>.nonBlank.completed(from: TripCompletions.destinations).named(placeholder)
    }
}

extension ValueType where Value == RecordReference {
    /// A leg, by its number or a part of its places.
    static var leg: ValueType<RecordReference> { .record(ITour.text("LEG"), source: TripCompletions.legs) }

    /// A stay, by its number or a part of its name.
    static var stay: ValueType<RecordReference> { .record(ITour.text("STAY"), source: TripCompletions.stays) }

    /// An expense, by its number or a part of its name.
    static var expense: ValueType<RecordReference> {
        .record(ITour.text("EXPENSE"), source: TripCompletions.expenses)
    }
}
