import Localization
import ModelData
import ProgramKit
import Shell

/// `add`: creates a destination and opens it for planning.
struct AddCommand: Command {
    static let name = Parameter.words(
        "name", .wordOrChange.completed(from: TripCompletions.gazetteer), minimum: 1,
        placeholder: text("NAME"),
        help: text("The destination's name. The first and the last day can follow."), question: text("Name"))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Adds a destination and opens it."),
        discussion: [
            text(
                "While it is open, “name”, “details”, “date”, “priority” and “sight add” change it, “show” shows it, and “back” closes it."
            ),
            text(
                "The place and the time zone of a city are known. If several cities have the name, add the country, or the state in the United States."
            ),
        ],
        parameters: [name.declaration] + EditCommand.options + [TripParameters.membership.declaration],
        examples: [
            text("add Rome"), text("add Springfield, Illinois"), text("add Kyoto 5 April 8 April"),
            .verbatim("add Kyoto priority:must"),
            text("add Kyoto --date 2026-04-02 --end 2026-04-09 --priority must"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let (typed, words) = try Destination.fields.additions(
            in: try invocation[Self.name], session.fieldContext.parsing)
        var changes = try EditCommand.changes(invocation) + typed
        try Destination.fields.checkOnce(changes)
        let line = try await session.dates(
            atEndOf: words, WantedDates(start: "date", end: "end"),
            given: Destination.fields.givenOptions(changes), title: Self.titleUse(of: words))
        changes += try Self.changes(line, besides: changes, session.fieldContext.parsing)
        let name = line.words.joined(separator: " ")
        let namesake = try session.namesakes(of: name).first
        let destination = Destination(name: name)
        let membership = try invocation[TripParameters.membership]
        let trip =
            try membership.map { try $0.value.map { try session.record($0, in: Trip.self) } }
            ?? session.opened(Trip.self)
        let hasPlace = changes.contains { $0.key == "place" }
        let search = try await PlaceSearch(of: name, hasPlace: hasPlace, in: session)
        if let place = search.place {
            changes.append(
                FieldChange("place") {
                    try $0.changePlace(place, $1)
                    return true
                })
        }
        let saysZone = hasPlace && !changes.contains { $0.key == "timeZone" }
        let context = session.fieldContext
        _ = try Destination.fields.apply(changes, to: destination, context)
        session.context.insert(destination)
        if let trip { destination.trip = trip }
        session.openInTrip(destination)
        return Output(label: text("Added “%@”.", name)) {
            var blocks = [
                Block.message(
                    trip.map {
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", name, $0.name,
                            String(destination.number))
                    } ?? text("Added “%1$@” as number %2$@.", name, String(destination.number)))
            ]
            blocks += search.blocks(for: destination, in: session.localizer.language)
            if saysZone, let zone = destination.timeZone {
                blocks.append(.message(text("Time zone: %@.", zone)))
            }
            // Users may visit a place twice, so don't ask for confirmation.
            if let namesake {
                blocks.append(
                    .warning(
                        text(
                            "Another destination has the same name: “%1$@”, number %2$@.", namesake.name,
                            String(namesake.number))))
            }
            return Output(blocks, data: [.record(Destination.fields.data(destination, context))])
        }
    }
}

extension AddCommand {
    /// Tells whether a text at the end of words is a part of a name: a city can have a date as its last word.
    fileprivate static func titleUse(of words: [String]) -> (String) -> TitleUse {
        let whole = words.joined(separator: " ")
        return { text in
            if text == whole {
                if case .none = Gazetteer.builtIn.match(whole) { return .none }
                return .whole
            }
            return .ofNewName(whole, text)
        }
    }

    /// Returns the changes that set the dates of a line.
    fileprivate static func changes(
        _ line: LineDates, besides others: [FieldChange<Destination>], _ parsing: ParseContext
    ) throws -> [FieldChange<Destination>] {
        guard let start = line.start else {
            return try line.changes("start", "end", of: Destination.fields, parsing)
        }
        let span = MomentSpan(start: start, end: line.end?.moment(after: start))
        return try Destination.changes(to: span, besides: others)
    }
}

/// `edit`: changes a destination's fields with options or by asking for each field.
struct EditCommand: Command {
    static let destination = Parameter.optional(
        "destination", .destination, help: text("The destination. Default: the open one."))
    private static let wanted = ConditionalEdit<TripSession, Destination>(
        completing: TripCompletions.destinationConditions, such: "country:jp", { $0.destinationConditions },
        table: { Destination.table($0, $1) })
    /// The fields that the program asks for.
    private static let questions: [(key: String, isAsked: (Destination) -> Bool)] = [
        ("name", { _ in true }), ("start", { _ in true }), ("end", { $0.start != nil }),
        ("timeZone", { _ in true }), ("priority", { _ in true }), ("details", { _ in true }),
    ]

    let declaration = CommandDeclaration(
        "edit", group: .changes, summary: text("Changes a destination."),
        discussion: [
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            ),
            text(
                "If you give no end, the trip keeps its length, and the planned sights move with its beginning."
            ),
        ],
        parameters: [destination.declaration, Destination.fields.changeWords.declaration]
            + wanted.declarations + Destination.fields.options(only: ["name"]) + options
            + [TripParameters.membership.declaration],
        examples: [
            text("edit rome --date \"2025-05-01 18:30\""), .verbatim("edit 12 priority:must details:"),
            .verbatim("edit 12"), .verbatim("edit --where country:jp priority:must"),
        ],
        changesData: true)

    /// The options that `add` and `edit` share.
    static var options: [ParameterDeclaration] {
        [Destination.dateOption.declaration] + Destination.fields.options(except: ["name", "start"])
    }

    /// Returns the changes that the options of a command make.
    static func changes(_ invocation: Invocation) throws -> [FieldChange<Destination>] {
        let changes = try Destination.fields.changes(invocation, except: ["start"])
        guard let typed = try invocation[Destination.dateOption] else { return changes }
        return changes + (try Destination.changes(to: typed.value, besides: changes))
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let (typed, others) = try Destination.fields.changes(
            in: try invocation[Destination.fields.changeWords], clears: true, session.fieldContext.parsing)
        let changes = try Self.changes(invocation) + typed
        try Destination.fields.checkOnce(changes)
        if invocation.has(Self.wanted.option) {
            if !others.isEmpty || invocation.has(Self.destination) { throw FieldError.recordAndConditions }
            return try await edit(changes, invocation, in: session)
        }
        let destination = try session.record(
            try invocation[Self.destination]?.continued(by: others.map(QuotedText.unquoted)),
            orOpen: Destination.self)
        let membership = try invocation[TripParameters.membership]
        let trip = try membership?.value.map { try session.record($0, in: Trip.self) }
        guard changes.isEmpty, membership == nil else {
            return try await Self.apply(changes, to: destination, in: session) {
                if membership != nil, destination.trip !== trip { destination.trip = trip }
            }
        }
        guard session.interaction.isInteractive else { throw TripError.nothingToChange(option: "--date") }
        return try await Self.output(changing: destination, asksToMove: true, in: session) {
            try await Destination.fields.ask(Self.questions, about: destination, in: session)
        }
    }

    /// Changes all destinations that meet conditions.
    private func edit(
        _ changes: [FieldChange<Destination>], _ invocation: Invocation, in session: TripSession
    ) async throws -> Output {
        let membership = try invocation[TripParameters.membership]
        if changes.isEmpty, membership == nil { throw TripError.nothingToChange(option: "--date") }
        let trip = try membership?.value.map { try session.record($0, in: Trip.self) }
        let destinations = try await Self.wanted.records(invocation, in: session) ?? []
        var blocks: [Block] = []
        for destination in destinations {
            blocks += try await Self.apply(changes, to: destination, in: session) {
                if membership != nil, destination.trip !== trip { destination.trip = trip }
            }.blocks
        }
        return Output(
            blocks, data: [.table(Destination.table(destinations, session.fieldContext))],
            label: .changed(entries: destinations.count))
    }

    /// Applies changes and reports the changed fields.
    @MainActor
    static func apply(
        _ changes: [FieldChange<Destination>], to destination: Destination, in session: TripSession,
        and more: () throws -> Void = {}
    ) async throws -> Output {
        try await output(changing: destination, asksToMove: false, in: session) {
            _ = try Destination.fields.apply(changes, to: destination, session.fieldContext)
            try more()
            return changes
        }
    }

    /// Changes a destination by a function, and reports the changed fields. Planned sights move with the first day.
    ///
    /// - Parameters:
    ///   - destination: The destination.
    ///   - asksToMove: Whether to ask whether sights move. Otherwise, they move unless an end is given.
    ///   - session: The session.
    ///   - body: Makes changes, and returns them.
    @MainActor
    private static func output(
        changing destination: Destination, asksToMove: Bool, in session: TripSession,
        by body: () async throws -> [FieldChange<Destination>]
    ) async throws -> Output {
        let (oldName, trip, first) = (destination.name, destination.trip, destination.dates?.firstDay)
        var keys: Set<String> = []
        var search: PlaceSearch?
        var changed = try await Destination.fields.names(changedIn: destination, and: ["country"]) {
            keys = Set(try await body().map(\.key))
            let isNamed = destination.name != oldName && !keys.contains("place")
            if isNamed, destination.hasPlace(ofName: oldName) {
                let found = try await PlaceSearch(of: destination.name, hasPlace: false, in: session)
                guard found.place?.coordinates != destination.place else { return }
                search = found
                let zone = destination.timeZone
                if let place = found.place { try destination.changePlace(place, session.fieldContext) }
                if keys.contains("timeZone") { destination.timeZone = zone }
            }
        }
        if destination.trip !== trip { changed.append(text("trip")) }
        let contents = TripContents(destination)
        let moves = try await contents.follow(
            from: first, to: destination.dates?.firstDay, unless: keys.contains("end"), asks: asksToMove,
            in: session)
        var blocks = [Block.message(.changed(oldName, changed))]
        blocks += search?.blocks(for: destination, in: session.localizer.language) ?? []
        // Say the length if it can't be seen in the command, which named one day.
        if keys.contains("start") != keys.contains("end"), !asksToMove, !changed.isEmpty,
            let dates = destination.dates, dates.length > 1
        {
            blocks.append(.message(text("The trip takes %lld days.", dates.length)))
        }
        blocks += moves.map { .message($0) }
        return Output(blocks, data: [.record(Destination.fields.data(destination, session.fieldContext))])
    }
}

extension Destination {
    /// Whether the place is that of a name in the gazetteer, or unknown. Another place was set by the user.
    fileprivate func hasPlace(ofName name: String) -> Bool {
        guard let place else { return true }
        return Gazetteer.builtIn.places(named: name).contains { $0.coordinates == place }
    }

    private static let named = Parameter.rest(
        "destination",
        .recordOrCondition(text("DESTINATION"), source: TripCompletions.destinationsOrConditions),
        help: text("Numbers, parts of names, and conditions such as %@. Default: the open one.", "is:past")
    ).takingHyphens

    @MainActor private static let meant = RecordArgument<TripSession, [Destination]>(named) {
        $0.destinationConditions
    }

    /// `delete`: deletes destinations and their sights.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, Destination>(
        "delete", group: .changes,
        summary: text("Deletes destinations and their sights, after confirmation."),
        records: RecordArgument([named.declaration]) { invocation, _, session in
            try invocation[named].isEmpty
                ? [session.record(nil, orOpen: Destination.self)]
                : meant.found(invocation, in: session)
        },
        examples: [
            .verbatim("delete 12"), text("delete rome naples --yes"), .verbatim("delete is:past --yes"),
        ],
        question: { destinations in
            let sights = destinations.reduce(0) { $0 + $1.sights.count }
            return destinations.count == 1
                ? text("Delete “%1$@” with %2$lld sights?", destinations[0].name, sights)
                : text("Delete %1$lld destinations with %2$lld sights?", destinations.count, sights)
        },
        table: { table($0, $1.fieldContext) })
}

/// The beginning of a trip, and its end if that was typed too.
struct MomentSpan: Sendable {
    let start: Moment
    let end: Moment?
}

extension ValueType where Value == MomentSpan {
    /// A moment, or a beginning and an end: `2025-05-01..2025-05-04`, `"2025-05-01 2025-05-04"`.
    static var momentSpan: ValueType<MomentSpan> {
        let moment = ValueType<Moment>.moment
        return ValueType(
            placeholder: moment.placeholder, completion: moment.completion,
            isContinued: { OptionDate.continues($0, $1, most: 2) }
        ) { string, context in
            let span = try MomentReader(context: context).span([string])
            return MomentSpan(start: span.start, end: span.end)
        }
    }
}

/// `open`: opens a destination for planning.
struct OpenCommand: Command {
    static let destination = Parameter.required(
        "destination", .destination, help: text("The destination's number, or a part of its name."),
        question: text("Which destination"))

    let declaration = CommandDeclaration(
        "open", group: .looking, summary: text("Opens a destination for planning."),
        discussion: [
            text(
                "While it is open, “name”, “details”, “date”, “priority” and “sight add” change it, “show” shows it, and “back” closes it."
            )
        ],
        parameters: [destination.declaration], examples: [text("open rome"), .verbatim("open 3")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(try invocation[Self.destination], in: Destination.self)
        session.openInTrip(destination)
        return Output(
            text("Opened “%@”.", destination.name), Destination.fields.data(destination, session.fieldContext)
        )
    }
}
