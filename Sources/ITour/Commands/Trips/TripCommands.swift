import Localization
import Shell
import Suite

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
        session.openTrip(trip)
        return Output(
            [.message(text("Opened the trip “%@”.", trip.name))], data: [.record(TripTable.data(trip))])
    }
}

/// `trip list`: lists the trips.
struct TripListCommand: Command {
    let declaration = CommandDeclaration(
        "trip list", aliases: ["trip ls"], group: .trips, summary: text("Lists the trips."),
        examples: [.verbatim("trip list")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trips = try session.tripsInOrder()
        let table = TripTable.table(trips)
        guard trips.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no trips yet. Add the first one with “trip add”."))],
            data: [.table(table)])
    }
}

/// `trip show`: shows a trip and its destinations.
struct TripShowCommand: Command {
    let declaration = CommandDeclaration(
        "trip show", group: .trips, summary: text("Shows a trip's details and destinations."),
        parameters: [TripParameters.trip.declaration],
        examples: [text("trip show japan"), text("trip open japan\ntrip show")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        Self.output(try session.trip(try invocation[TripParameters.trip]))
    }

    /// Shows a trip.
    @MainActor
    static func output(_ trip: Trip) -> Output {
        let destinations = DestinationTable.table(trip.destinations, trips: false)
        var blocks: [Block] = [.record(TripTable.shown(trip))]
        blocks.append(
            trip.destinations.isEmpty
                ? .message(text("The trip has no destinations yet. Add one with “add”."))
                : .table(destinations))
        let named = Table("destinations", columns: destinations.columns, rows: destinations.rows)
        // The table replaces the names of the destinations.
        let record = Record(fields: TripTable.data(trip).fields.filter { $0.key != named.key })
        return Output(blocks, data: [.record(record), .table(named)])
    }
}

/// `trip edit`: changes a trip's fields.
struct TripEditCommand: Command {
    static let name = Parameter.option("name", .nonBlank, help: text("The new name."))

    let declaration = CommandDeclaration(
        "trip edit", group: .trips, summary: text("Changes a trip."),
        discussion: [
            text(
                "If the trip has dates and you give only a new first day, it moves: it keeps its length, and its destinations, planned sights, transport and stays move with it. Expenses and visits keep their days."
            ),
            text("With an end, only the days of the trip itself change."),
        ],
        parameters: [
            TripParameters.trip.declaration, name.declaration, TripParameters.date.declaration,
            TripParameters.end.declaration, TripParameters.details.declaration,
        ],
        examples: [
            text("trip edit japan --date 2027-04-02"),
            text("trip edit japan --date 2027-03-31 --end 2027-04-21"),
            text("trip open japan\ntrip edit --details \"Rail passes are at home.\""),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        var changes = try TripChanges(invocation)
        changes.name = try invocation[Self.name]
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw TripError.nothingToChange(option: "--date") }
            changes = try await ask(trip, changes, session)
        }
        let oldName = trip.name
        let first = trip.days?.lowerBound
        let shift = changes.shift(of: trip)
        let contents = TripContents(trip)
        let movesContents = changes.movesContents ?? (changes.end == nil)
        if shift != 0, movesContents { try contents.move(days: shift, in: session) }
        let changed = try changes.apply(to: trip)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldName)
            : text("Changed “%1$@”: %2$@.", oldName, TextArgument.list(changed.map { .text($0) }))
        // After the question whether to move them, the hint would only repeat it.
        let messages = contents.messages(
            from: first, to: trip.days?.lowerBound, hasMoved: movesContents,
            showsHint: changes.movesContents == nil)
        return Output(([message] + messages).map { .message($0) }, data: [.record(TripTable.data(trip))])
    }

    @MainActor
    private func ask(
        _ trip: Trip, _ changes: TripChanges, _ session: TripSession
    ) async throws -> TripChanges {
        let questions = FieldQuestions(session)
        var changes = changes
        changes.name = try await questions.answer(text("Name"), .nonBlank, trip.name)
        changes.start = try await questions.optional(
            text("First day (blank for none)"), .coming, trip.days?.lowerBound, typed: \.description)
        let shift = changes.shift(of: trip)
        if let first = changes.start.map(\.value) ?? trip.days?.lowerBound {
            changes.end = try await questions.optional(
                text("Last day (blank for none)"), .coming,
                trip.days?.upperBound.adding(days: shift), typed: \.description
            ) { last in
                if let last, last < first {
                    throw TripError.endBeforeStart(start: Moment(first), end: Moment(last))
                }
            }
        }
        changes.details = try await questions.lineOrEditor(
            text("Details"), editing: text("Edit the details in your editor?"), trip.details)
        let contents = TripContents(trip)
        if shift != 0, !contents.isEmpty {
            changes.movesContents = try await session.interaction.confirm(
                text("Move these by %1$lld days too: %2$@?", abs(shift), contents.counts))
        }
        return changes
    }
}

/// `trip delete`: deletes trips. Their destinations become ideas.
struct TripDeleteCommand: Command {
    static let trips = Parameter.rest(
        "trip", .trip, minimum: 1, help: text("The numbers of the trips, or parts of their names."),
        question: text("Which trip"))

    let declaration = CommandDeclaration(
        "trip delete", aliases: ["trip remove", "trip rm"], group: .trips,
        summary: text("Deletes trips after confirmation; their destinations stay as ideas."),
        discussion: [
            text("The transport, stays, expenses, budget and checklists of a trip are deleted with it.")
        ],
        parameters: [trips.declaration], examples: [text("trip delete japan")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trips = try session.records(try invocation[Self.trips], in: Trip.self)
        let names = TextArgument.list(trips.map { .text(text("“%@”", $0.name)) })
        let deleted = TripTable.table(trips)
        let question = text("Delete %@ with all transport, stays, expenses and checklists?", names)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        for trip in trips { session.context.delete(trip) }
        return Output([.message(text("Deleted: %@.", names))], data: [.table(deleted)])
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
            guard destination.trip != nil else { return unchanged(destination) }
            destination.trip = nil
            return Output(
                [.message(text("“%@” is an idea again.", destination.name))],
                data: [.record(DestinationRecord.data(destination))])
        }
        let trip = try target?.value.map { try session.record($0, in: Trip.self) } ?? destination.trip
        guard let trip else { throw TripError.withoutTrip(name: destination.name) }
        let isElsewhere = destination.trip !== trip
        var order = trip.destinations.filter { $0 !== destination }
        let present = trip.destinations.firstIndex { $0 === destination } ?? order.count
        let index = try (position ?? .last).index(from: present, of: order.count + 1)
        guard isElsewhere || index != present else { return unchanged(destination) }
        order.insert(destination, at: index)
        trip.destinations = order
        return Output(
            [
                .message(
                    isElsewhere
                        ? text("Moved “%1$@” to “%2$@”.", destination.name, trip.name)
                        : text("Moved “%1$@” to position %2$lld.", destination.name, index + 1))
            ],
            data: [.record(DestinationRecord.data(destination))])
    }

    @MainActor
    private func unchanged(_ destination: Destination) -> Output {
        Output(
            [.message(text("“%@” is already there. Nothing changed.", destination.name))],
            data: [.record(DestinationRecord.data(destination))])
    }
}
