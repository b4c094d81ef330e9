import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `trip open`: opens a trip.
struct TripOpenCommand: Command {
    static let trip = Parameter.required(
        "trip", .trip, help: text("The trip's number, or a part of its name."), question: text("Which trip"))

    let declaration = CommandDeclaration(
        "trip open", group: .trips, summary: text("Opens a trip for planning."),
        discussion: [
            text(
                "While a trip is open, “add” adds destinations to it, and “plan” shows its days. Destinations without a trip are ideas."
            )
        ],
        parameters: [trip.declaration], examples: [text("trip open japan"), .verbatim("trip open 1")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.record(try invocation[Self.trip], in: Trip.self)
        session.open(trip, at: 0)
        return Output(text("Opened the trip “%@”.", trip.name), Trip.fields.data(trip, session.fieldContext))
    }
}

/// `trip show`: shows a trip and its destinations.
struct TripShowCommand: Command {
    let declaration = CommandDeclaration(
        "trip show", group: .trips, summary: text("Shows a trip's details and destinations."),
        parameters: [TripParameters.trip.declaration],
        examples: [text("trip show japan"), text("trip open japan\ntrip show")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        Self.output(try session.trip(try invocation[TripParameters.trip]), session.fieldContext)
    }

    /// Shows a trip.
    @MainActor
    static func output(_ trip: Trip, _ context: FieldContext) -> Output {
        let destinations = Destination.table(trip.destinations, context, trips: false)
        var blocks: [Block] = [.record(Trip.fields.shown(trip, context))]
        blocks.append(
            trip.destinations.isEmpty
                ? .message(text("The trip has no destinations yet. Add one with “add”."))
                : .table(destinations))
        let named = Table("destinations", columns: destinations.columns, reading: destinations.rows)
        // The table replaces the names of the destinations.
        let record = Record(fields: Trip.fields.data(trip, context).fields.filter { $0.key != named.key })
        return Output(blocks, data: [.record(record), .table(named)])
    }
}

/// `trip edit`: changes a trip's fields.
struct TripEditCommand: Command {
    let declaration = CommandDeclaration(
        "trip edit", group: .trips, summary: text("Changes a trip."),
        discussion: [
            text(
                "If the trip has dates and you give only a new first day, it moves: it keeps its length, and its destinations, planned sights, transport and stays move with it. Expenses and visits keep their days."
            ),
            text("With an end, only the days of the trip itself change."),
        ],
        parameters: TripParameters.one.parameters + [Trip.fields.changeWords.declaration]
            + Trip.fields.options(),
        examples: [
            text("trip edit japan --date 2027-04-02"), text("trip edit japan date:2027-04-02 details:"),
            text("trip edit japan --date 2027-03-31 --end 2027-04-21"),
            text("trip open japan\ntrip edit --details \"Rail passes are at home.\""),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let (typed, others) = try Trip.fields.changes(
            in: try invocation[Trip.fields.changeWords], clears: true, session.fieldContext.parsing)
        let trip = try session.trip(
            try invocation[TripParameters.trip]?.continued(by: others.map(QuotedText.unquoted)))
        let changes = try Trip.fields.changes(invocation) + typed
        if changes.isEmpty, !session.interaction.isInteractive {
            throw TripError.nothingToChange(option: "--date")
        }
        let (oldName, first) = (trip.name, trip.days?.lowerBound)
        let changed = try await Trip.fields.names(changedIn: trip) {
            if changes.isEmpty {
                _ = try await Trip.fields.ask(Self.questions, about: trip, in: session)
            } else {
                _ = try Trip.fields.apply(changes, to: trip, session.fieldContext)
            }
        }
        let messages = try await TripContents(trip).follow(
            from: first, to: trip.days?.lowerBound, unless: changes.contains { $0.key == "end" },
            asks: changes.isEmpty, in: session)
        return Output(
            ([.changed(oldName, changed)] + messages).map { .message($0) },
            data: [.record(Trip.fields.data(trip, session.fieldContext))])
    }

    /// The fields that the program asks for.
    private static let questions: [(key: String, isAsked: (Trip) -> Bool)] = [
        ("name", { _ in true }), ("start", { _ in true }), ("end", { $0.start != nil }),
        ("details", { _ in true }),
    ]
}

extension Trip {
    private static let named = Parameter.rest(
        "trip", .recordOrCondition(text("TRIP"), source: TripCompletions.tripsOrConditions), minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "is:past"),
        question: text("Which trip")
    ).takingHyphens
    private static let conditions = Parameter.rest(
        "condition", .condition(source: TripCompletions.tripsOrConditions).keepingQuotes,
        help: text("Words and conditions such as %@.", "is:past")
    ).takingHyphens

    /// `trip list`: lists the trips.
    @MainActor static let list = ListRecordsCommand<TripSession, (trips: [Trip], areAll: Bool)>(
        "trip list", group: .trips, summary: text("Lists the trips."),
        of: RecordArgument([conditions.declaration]) { invocation, _, session in
            let condition = try session.condition(invocation[conditions], session.tripConditions)
            let trips = try session.tripsInOrder().filter { try condition.holds(for: $0) }
            return (trips, condition.isEmpty)
        },
        examples: [.verbatim("trip list"), .verbatim("trip list -is:past")],
        empty: {
            $0.areAll
                ? text("There are no trips yet. Add the first one with “trip add”.")
                : text("No trip matches. “trip list” lists all trips.")
        },
        table: { table($0.trips, $1) })

    /// `trip delete`: deletes trips. Their destinations become ideas.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, Trip>(
        "trip delete", group: .trips,
        summary: text("Deletes trips after confirmation; their destinations stay as ideas."),
        discussion: [
            text("The transport, stays, expenses, budget and checklists of a trip are deleted with it.")
        ],
        records: RecordArgument(named) { $0.tripConditions }, examples: [text("trip delete japan")],
        question: { trips in
            let names = TextArgument.list(trips.map { .text(text("“%@”", $0.name)) })
            return text("Delete %@ with all transport, stays, expenses and checklists?", names)
        },
        table: { table($0, $1.fieldContext) })
}

extension TripSession {
    /// What conditions can ask of trips.
    var tripConditions: ConditionVocabulary<Trip> {
        ConditionVocabulary(
            Trip.fields,
            keys: [.number, ConditionKey("destination", type: .line) { $0.destinations.map(\.name) }],
            flags: ConditionFlag.pastAndFuture { $0.span?.upperBound } + [
                ConditionFlag("planned") { _ in ConditionTest { $0.span != nil } },
                ConditionFlag("unplanned") { _ in ConditionTest { $0.span == nil } },
            ]
        ) { ConditionTest(Trip.fields.containing($0)) }
    }
}

/// `trip move`: moves a destination within its trip, to another trip, or out of it.
struct TripMoveCommand: Command {
    static let destination = Parameter.required(
        "destination", .destination, help: text("The destination's number, or a part of its name."),
        question: text("Which destination"))
    static let position = Parameter.optional(
        "position", .position, placeholder: text("POSITION"),
        help: text("The new position: a number from 1, or up, down, first or last."))
    static let to = Parameter.option(
        "to", ValueType<RecordReference>.trip.orNone,
        help: text("Another trip; or “none” to make the destination an idea again."))

    let declaration = CommandDeclaration(
        "trip move", group: .trips,
        summary: text("Moves a destination within its trip, to another trip, or out of its trip."),
        parameters: [destination.declaration, position.declaration, to.declaration],
        examples: [
            text("trip move kyoto first"), text("trip move kyoto --to japan"),
            text("trip move kyoto --to none"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(try invocation[Self.destination], in: Destination.self)
        let position = try invocation[Self.position]
        let target = try invocation[Self.to]
        if target == nil, position == nil { throw TripError.nothingToChange(option: "--to") }
        if case .none? = target {
            guard destination.trip != nil else { return unchanged(destination, session) }
            destination.trip = nil
            return Output(
                text("“%@” is an idea again.", destination.name),
                Destination.fields.data(destination, session.fieldContext))
        }
        let trip = try target?.value.map { try session.record($0, in: Trip.self) } ?? destination.trip
        guard let trip else { throw TripError.withoutTrip(name: destination.name) }
        let isElsewhere = destination.trip !== trip
        var order = trip.destinations.filter { $0 !== destination }
        let present = trip.destinations.firstIndex { $0 === destination } ?? order.count
        let index = try (position ?? .last).index(from: present, of: order.count + 1)
        guard isElsewhere || index != present else { return unchanged(destination, session) }
        order.insert(destination, at: index)
        trip.destinations = order
        return Output(
            isElsewhere
                ? text("Moved “%1$@” to “%2$@”.", destination.name, trip.name)
                : text("Moved “%1$@” to position %2$lld.", destination.name, index + 1),
            Destination.fields.data(destination, session.fieldContext))
    }

    @MainActor
    private func unchanged(_ destination: Destination, _ session: TripSession) -> Output {
        Output(
            text("“%@” is already there. Nothing changed.", destination.name),
            Destination.fields.data(destination, session.fieldContext))
    }
}

/// `trip add`: creates a trip and opens it.
struct TripAddCommand: Command {
    static let name = Parameter.words(
        "name", .wordOrChange, minimum: 1, placeholder: text("NAME"),
        help: text("The trip's name. Its first and its last day can follow."), question: text("Name"))

    let declaration = CommandDeclaration(
        "trip add", aliases: ["trip new"], group: .trips, summary: text("Adds a trip and opens it."),
        discussion: [
            text(
                "While a trip is open, “add” adds destinations to it, and “plan” shows its days. Destinations without a trip are ideas."
            )
        ],
        parameters: [name.declaration] + Trip.fields.options(except: ["name"]),
        examples: [
            text("trip add Japan 2027-04-01 2027-04-21"), text("trip add Summer"),
            text("trip add Japan --date 2027-04-01 --end 2027-04-21"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let (typed, words) = try Trip.fields.additions(in: try invocation[Self.name], context.parsing)
        var changes = try Trip.fields.changes(invocation, except: ["name"]) + typed
        let line = try await session.dates(
            atEndOf: words, WantedDates(start: "date", end: "end", hasTimes: false),
            given: Trip.fields.givenOptions(changes))
        changes += try line.changes("start", "end", of: Trip.fields, context.parsing)
        let trip = Trip(name: line.words.joined(separator: " "))
        _ = try Trip.fields.apply(changes, to: trip, context)
        session.context.insert(trip)
        session.open(trip, at: 0)
        return Output(label: text("Added the trip “%@”.", trip.name)) {
            Output(
                text("Added the trip “%1$@” as number %2$@.", trip.name, String(trip.number)),
                Trip.fields.data(trip, context))
        }
    }
}

extension Trip {
    /// The fields of a trip. Its parts have fields of their own.
    static let fields = FieldTable<Trip> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 5, wraps: true)
        Field(
            "start", text("Date"), sentence: text("date"), help: text("The first day; or “none”."),
            stored: \.start, type: .day(.coming), get: { $0.days?.lowerBound },
            set: { $0.start = $1?.utcDate }, change: { $0.changeStart($1, $2) }
        )
        .option("date").listed(priority: 8) { .day($0.span?.lowerBound) }.asked(as: text("First day"))
        Field(
            "end", text("End"), sentence: text("end"), help: text("The last day; or “none”."),
            stored: \.end, type: .day(.coming), get: { $0.days?.upperBound }, set: { $0.end = $1?.utcDate },
            change: { trip, end, _ in try trip.changeEnd(end) }
        )
        .listed(priority: 8) { .day($0.span?.upperBound) }.asked(as: text("Last day"))
        Field(
            "details", text("Details"), sentence: text("details"), help: text("Notes about the trip."),
            stored: \.details, type: .lines, get: { $0.details }, set: { $0.details = $1 }
        )
        .searched().only(in: [.show, .data, .export])
        Field.computed(
            "destinations", text("Destinations"), stored: \.destinations,
            raw: { .list($0.destinations.map { .string($0.name) }) },
            display: { trip, _ in .verbatim(trip.destinations.map(\.name).joined(separator: ", ")) }
        )
        .listed(priority: 4, wraps: true).only(in: [.data, .lists])
    }

    /// Returns trips as a list. Their dates include those of their parts.
    @MainActor
    static func table(_ trips: [Trip], _ context: FieldContext) -> Table {
        fields.table("trips", trips, context, count: text("%lld trips", trips.count))
    }

    /// Sets the first day. Unless another end follows, the trip keeps its length.
    @MainActor
    private func changeStart(_ first: CivilDate?, _ context: FieldContext) {
        let length = days.map { $0.lowerBound.days(until: $0.upperBound) } ?? 0
        start = first?.utcDate
        end = first?.adding(days: context.given.contains("end") ? 0 : length).utcDate
    }

    /// Sets the last day.
    private func changeEnd(_ last: CivilDate?) throws(TripError) {
        guard let first = days?.lowerBound else {
            if last != nil { throw .endWithoutStart(name: name) }
            return
        }
        let last = last ?? first
        if last < first { throw .endBeforeStart(start: Moment(first), end: Moment(last)) }
        end = last.utcDate
    }
}

/// `show`: shows all fields of a destination, and its sights.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows a destination's details and sights."),
        parameters: [EditCommand.destination.declaration],
        examples: [text("show rome"), text("open rome\nshow")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let named = try invocation[EditCommand.destination]
        if named == nil, try session.opened(Destination.self) == nil, let trip = try session.opened(Trip.self)
        {
            return TripShowCommand.output(trip, session.fieldContext)
        }
        let destination = try session.record(named, orOpen: Destination.self)
        let sights = Sight.table(destination.sights, session.fieldContext.forList)
        var blocks: [Block] = [.record(Destination.fields.shown(destination, session.fieldContext))]
        blocks.append(
            destination.sights.isEmpty ? .message(text("No sights are planned yet.")) : .table(sights))
        return Output(
            blocks,
            data: [.record(Destination.fields.data(destination, session.fieldContext)), .table(sights)])
    }
}
