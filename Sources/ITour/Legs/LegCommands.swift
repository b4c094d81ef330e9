import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The arguments and options that the commands for legs share.
enum LegArguments {
    static let kind = Parameter.required(
        "transport", .legKind, help: text("The means of transport, such as train or flight."),
        question: text("Means of transport"))
    static let origin = Parameter.required(
        "from", .place(text("FROM")), help: text("Where it leaves, such as a city or a station."),
        question: text("From"))
    static let target = Parameter.required(
        "to", .place(text("TO")), help: text("Where it arrives."), question: text("To"))
    static let leg = Parameter.required(
        "leg", .leg, help: text("The leg's number, or a part of its places, line or code."),
        question: text("Which leg"))
    static let legs = Parameter.rest(
        "leg", .leg, minimum: 1, help: text("The numbers of the legs, or parts of their places."),
        question: text("Which leg"))
    static let depart = Parameter.option(
        "depart", .moment, help: text("The departure: a day, or a day and a local time."))
    static let arrive = Parameter.option(
        "arrive", .nonBlank,
        help: text(
            "The arrival: a day, a day and a local time, or only a time. Default: the day of departure."))
    static let fromZone = Parameter.option(
        "from-zone", ValueType<TimeZone>.timeZone.orNone,
        help: text("The time zone of the departure. Default: that of the destination or city with this name.")
    )
    static let toZone = Parameter.option(
        "to-zone", ValueType<TimeZone>.timeZone.orNone,
        help: text("The time zone of the arrival. Default: that of the destination or city with this name."))
    static let number = Parameter.option(
        "number", .text, help: text("The number of the train, flight or bus, such as “Nozomi 12”."))
    static let code = Parameter.option("code", .text, help: text("The code of the booking."))
    static let seat = Parameter.option("seat", .text, help: text("The seat."))
    static let note = Parameter.option("note", .text, help: text("A note."))

    static var fields: [ParameterDeclaration] {
        [
            depart.declaration, arrive.declaration, fromZone.declaration, toZone.declaration,
            number.declaration, code.declaration, seat.declaration, SightArguments.cost.declaration,
            note.declaration,
        ]
    }

    /// Returns the changes from a command's options.
    @MainActor
    static func changes(_ invocation: Invocation, in session: TripSession) throws -> LegChanges {
        LegChanges(
            departure: try invocation[depart], arrival: try invocation[arrive],
            departureZone: try invocation[fromZone], arrivalZone: try invocation[toZone],
            line: try invocation[number], code: try invocation[code], seat: try invocation[seat],
            cost: try session.cost(of: invocation), note: try invocation[note])
    }
}

/// `leg add`: adds transport to a trip.
struct LegAddCommand: Command {
    let declaration = CommandDeclaration(
        "leg add", aliases: ["leg new"], group: .trips,
        summary: text("Adds a train, a flight or other transport to a trip."),
        discussion: [
            text(
                "Both times are local times of their places. With both time zones, the duration is exact, also across midnight and when clocks change."
            )
        ],
        parameters: [
            LegArguments.kind.declaration, LegArguments.origin.declaration, LegArguments.target.declaration,
        ] + LegArguments.fields + [TripParameters.inside.declaration],
        examples: [
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
        var changes = try LegArguments.changes(invocation, in: session)
        let origin = try invocation[LegArguments.origin]
        let target = try invocation[LegArguments.target]
        let fromZone =
            try changes.departureZone.map { $0.value?.identifier } ?? session.zone(ofPlace: origin, in: trip)
        let toZone =
            try changes.arrivalZone.map { $0.value?.identifier } ?? session.zone(ofPlace: target, in: trip)
        let first = trip.days.map { Moment($0.lowerBound) }
        var departure = changes.departure ?? first
        if departure == nil {
            departure = try await session.askMoment(text("Departure, with a time or without")) {
                try changes.checkDeparture($0, fromZone, toZone, in: session)
            }
        }
        guard let departure else { throw TripError.missingOption("--depart") }
        let note: [Block] =
            changes.departure == nil && departure == first
            ? [
                .message(
                    text(
                        "It leaves on %@, the first day of the trip. Change it with “leg edit”.",
                        departure.text))
            ]
            : []
        let leg = Leg(
            kind: try invocation[LegArguments.kind], origin: origin, target: target, departure: departure,
            arrival: Moment(departure.day))
        leg.departureZone = fromZone
        leg.arrivalZone = toZone
        changes.departure = departure
        _ = try changes.apply(to: leg, in: session)
        session.context.insert(leg)
        leg.trip = trip
        return Output(label: text("Added “%1$@” to “%2$@”.", leg.recordTitle, trip.name)) {
            Output(
                [
                    .message(
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", leg.recordTitle, trip.name,
                            String(leg.number)))
                ] + note,
                data: [.record(LegTable.data(leg, session.localizer))])
        }
    }
}

/// `leg edit`: changes transport.
struct LegEditCommand: Command {
    static let kind = Parameter.option("kind", .legKind, help: text("The means of transport."))
    static let origin = Parameter.option(
        "from", .place(text("FROM")), help: text("Where it leaves, such as a city or a station."))
    static let target = Parameter.option("to", .place(text("TO")), help: text("Where it arrives."))

    let declaration = CommandDeclaration(
        "leg edit", group: .trips, summary: text("Changes the transport of a trip."),
        parameters: [
            LegArguments.leg.declaration, kind.declaration, origin.declaration, target.declaration,
        ] + LegArguments.fields,
        examples: [text("leg edit tokyo --seat 8B"), .verbatim("leg edit 1 --depart \"2027-04-08 10:12\"")],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let leg = try session.record(try invocation[LegArguments.leg], in: Leg.self)
        var changes = try LegArguments.changes(invocation, in: session)
        changes.kind = try invocation[Self.kind]
        changes.origin = try invocation[Self.origin]
        changes.target = try invocation[Self.target]
        if changes.isEmpty { throw TripError.nothingToChange(option: "--depart") }
        // Another place usually has other clocks.
        changes.departureZone =
            try changes.departureZone ?? session.zoneChange(for: changes.origin, in: leg.trip)
        changes.arrivalZone = try changes.arrivalZone ?? session.zoneChange(for: changes.target, in: leg.trip)
        let title = leg.recordTitle
        let changed = try changes.apply(to: leg, in: session)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", title)
            : text("Changed “%1$@”: %2$@.", title, TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(LegTable.data(leg, session.localizer))])
    }
}

/// `leg list`: lists the transport of a trip.
struct LegListCommand: Command {
    let declaration = CommandDeclaration(
        "leg list", aliases: ["leg ls"], group: .trips, summary: text("Lists the transport of a trip."),
        parameters: [TripParameters.trip.declaration],
        examples: [text("leg list japan"), text("trip open japan\nleg list")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        let table = LegTable.table(trip.legsInOrder, session.localizer)
        guard table.rows.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("“%@” has no transport yet. Add some with “leg add”.", trip.name))],
            data: [.table(table)])
    }
}

/// `leg delete`: deletes transport.
struct LegDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "leg delete", aliases: ["leg remove", "leg rm"], group: .trips,
        summary: text("Deletes transport after confirmation."),
        parameters: [LegArguments.legs.declaration, DeleteCommand.yes.declaration],
        examples: [text("leg delete tokyo --yes")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let legs = try session.records(try invocation[LegArguments.legs], in: Leg.self)
        let titles = legs.map(\.recordTitle)
        return try await session.delete(
            legs, titled: titles, command: "leg delete", isConfirmed: try invocation[DeleteCommand.yes],
            table: LegTable.table(legs, session.localizer))
    }
}

extension Trip {
    /// The legs in order of departure.
    var legsInOrder: [Leg] {
        legs.sorted { ($0.departure, $0.number) < ($1.departure, $1.number) }
    }

    /// The stays in order of check-in.
    var staysInOrder: [Stay] {
        stays.sorted { ($0.checkIn, $0.number) < ($1.checkIn, $1.number) }
    }

    /// The expenses in order of payment.
    var expensesInOrder: [Expense] {
        expenses.sorted { ($0.day, $0.number) < ($1.day, $1.number) }
    }
}

extension TripSession {
    /// Returns the time zone of a place: that of the destination with the name, or else of the city with it; `nil`
    /// if neither is known. A destination of the trip has priority.
    func zone(ofPlace name: String, in trip: Trip?) throws -> String? {
        let folded = SearchFold.fold(name)
        let own = trip?.destinations.filter { SearchFold.fold($0.name) == folded } ?? []
        if let zone = try (own + namesakes(of: name)).lazy.compactMap(\.timeZone).first { return zone }
        switch Gazetteer.builtIn.match(name) {
        case .none: return nil
        case .one(let city): return city.timeZone
        case .several(let cities):
            let zones = Set(cities.map(\.timeZone))
            return zones.count == 1 ? zones.first : nil
        }
    }

    /// Returns the change of a zone that belongs to a change of a place; `nil` if the place stays the same.
    fileprivate func zoneChange(for place: String?, in trip: Trip?) throws -> Assignment<TimeZone>? {
        guard let place else { return nil }
        guard let zone = try zone(ofPlace: place, in: trip).flatMap({ TimeZone(identifier: $0) }) else {
            return Assignment.none
        }
        return .some(zone)
    }

    /// Returns the cost that a command sets. An amount without a currency is in the user's own.
    func cost(of invocation: Invocation) throws -> Assignment<Money>? {
        guard let typed = try invocation[SightArguments.cost] else { return nil }
        guard let money = typed.value else { return Assignment.none }
        return Assignment.some(inHomeCurrency(money))
    }

    /// Deletes records after a question.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - titles: Their titles.
    ///   - command: The command, for the error without a terminal.
    ///   - isConfirmed: Whether the user confirmed the deletion in the command.
    ///   - table: The records as a table, for machine-readable output.
    /// - Throws: ``TripError/needsConfirmation(command:)`` without a terminal.
    func delete(
        _ records: [some PersistentModel], titled titles: [String], command: String, isConfirmed: Bool,
        table: Table
    ) async throws -> Output {
        let names = TextArgument.list(titles.map { .text(text("“%@”", $0)) })
        if !isConfirmed {
            guard interaction.isInteractive else { throw TripError.needsConfirmation(command: command) }
            guard try await interaction.confirm(text("Delete %@?", names)) else {
                return Output(
                    [.message(text("Nothing was deleted."))],
                    data: [.table(Table(table.key, columns: table.columns, rows: []))])
            }
        }
        for record in records { context.delete(record) }
        context.processPendingChanges()
        return Output([.message(text("Deleted: %@.", names))], data: [.table(table)])
    }
}

extension ValueType where Value == LegKind {
    /// A means of transport, in English or in the user's language.
    static var legKind: ValueType<LegKind> {
        .choice(LegKind.allCases.map { Choice($0.rawValue, $0, $0.name) }).named(ITour.text("TRANSPORT"))
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
    static var leg: ValueType<RecordReference> {
        .record(ITour.text("LEG"), source: TripCompletions.legs)
    }

    /// A stay, by its number or a part of its name.
    static var stay: ValueType<RecordReference> {
        .record(ITour.text("STAY"), source: TripCompletions.stays)
    }

    /// An expense, by its number or a part of its name.
    static var expense: ValueType<RecordReference> {
        .record(ITour.text("EXPENSE"), source: TripCompletions.expenses)
    }

    /// An item of a checklist, by its number or a part of its name.
    static var checklistItem: ValueType<RecordReference> {
        .record(ITour.text("ITEM"), source: TripCompletions.checklistItems)
    }
}
