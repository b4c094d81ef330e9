import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `search`: finds destinations by a text in their names, details or sights, and trips and their parts by their texts; or all of
/// them by conditions.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text",
        .condition(source: TripCompletions.destinationConditions).named(text("TEXT")).textByName,
        minimum: 1,
        help: text(
            "The text to find, such as a name or the code of a booking, or conditions such as cost:>100. Case and accents don't matter."
        ),
        question: text("Search for")
    ).takingHyphens

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text(
            "Finds destinations, sights, trips, transport, stays, expenses and checklist items by their texts."
        ),
        discussion: [text("Conditions find the kinds of entries that have their keys.")],
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: [
            text("search fountain"), .verbatim("search ABC123"), text("search museum --future --sort date"),
            .verbatim("search cost:100.. -is:cancelled"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let terms = try invocation[Self.wanted]
        let searched = QuotedText.unquoted(terms.joined(separator: " "))
        var destinations: [Destination] = [], others: [FoundRecord] = []
        let areConditions = session.destinationConditions.areConditions(terms, session.localizer)
        if !areConditions {
            destinations = try choice.destinations(containing: searched, in: session)
            others = try choice.others(containing: searched, in: session)
        }
        // “bed and breakfast” may be a name.
        let hasOperator = ConditionOperators(session.localizer).areIn(terms)
        if areConditions || hasOperator && destinations.isEmpty && others.isEmpty {
            let conditions = try FoundConditions(terms, session)
            if let condition = conditions.destination {
                destinations = try choice.destinations(in: session).filter { try condition.holds(for: $0) }
            }
            others = choice.narrowed(try conditions.others(in: session))
        }
        let table = Destination.table(
            destinations, session.fieldContext, note: choice.filterNote, trips: try session.hasTrips)
        let data = [Block.table(FoundRecord.data(others, after: table))]
        let blocks: [Block] =
            (destinations.isEmpty ? [] : [.table(table)])
            + (others.isEmpty ? [] : [.table(FoundRecord.table(others))])
        guard blocks.isEmpty else { return Output(blocks, data: data) }
        let none =
            areConditions ? text("Nothing matches “%@”.", searched) : text("Nothing contains “%@”.", searched)
        return Output(
            [.message(choice.filterNote.map { text("%1$@ The list is filtered: %2$@.", none, $0) } ?? none)],
            data: data)
    }
}

extension ListChoice {
    /// Returns the trips and their parts with a text.
    fileprivate func others(containing wanted: String, in session: TripSession) throws -> [FoundRecord] {
        narrowed(try FoundRecord.all(containing: wanted, in: session))
    }

    /// Returns the trips and their parts that the filter takes. They have no priority, so a filter by priority leaves them
    /// out.
    fileprivate func narrowed(_ records: [FoundRecord]) -> [FoundRecord] {
        guard priorities == .any else { return [] }
        return records.filter { !onlyFuture || !$0.isOver(before: today) }
    }
}

/// A trip or a part of one with a searched text, as `search` lists it beside destinations.
@MainActor
struct FoundRecord {
    private let kind: (word: String, name: LocalizedText)
    private let number: Int
    private let title: String
    private let day: Moment?
    /// The last day of the destination of a sight without a day; `nil` for other records.
    private var destinationEnd: CivilDate?
    private let trip: String?
    private let about: LocalizedText?

    /// Fetches the trips, sights, transport, stays, expenses and checklist items with a text, in order of time. If none contains
    /// the whole text, its words count.
    ///
    /// - Parameters:
    ///   - wanted: The text.
    ///   - session: The session.
    static func all(containing wanted: String, in session: TripSession) throws -> [FoundRecord] {
        let whole = try all([wanted], session)
        let words = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        let found = whole.isEmpty && words.count > 1 ? try all(words, session) : whole
        return sorted(found)
    }

    /// Sorts records by time.
    fileprivate static func sorted(_ records: [FoundRecord]) -> [FoundRecord] {
        records.sorted {
            ($0.day ?? Moment(.last), $0.kind.word, $0.number)
                < ($1.day ?? Moment(.last), $1.kind.word, $1.number)
        }
    }

    private static func all(_ texts: [String], _ session: TripSession) throws -> [FoundRecord] {
        func fetch<Model: PersistentModel>(_ test: (String) -> Predicate<Model>) throws -> [Model] {
            try session.fetchReadable(FetchDescriptor(predicate: .all(texts.map(test))))
        }
        let trips = try fetch { Trip.fields.containing($0) }
        let sights = try fetch { Sight.fields.containing($0) }
        let legs = try fetch { Leg.fields.containing($0) }
        let stays = try fetch { Stay.fields.containing($0) }
        let expenses = try fetch { Expense.fields.containing($0) }
        let items = try fetch { ChecklistItem.fields.containing($0) }
        let localizer = session.localizer
        return trips.map { FoundRecord($0) } + sights.map { FoundRecord($0) }
            + legs.map { FoundRecord($0) } + stays.map { FoundRecord($0) }
            + expenses.map { FoundRecord($0, localizer) }
            + items.map { FoundRecord($0) }
    }

    fileprivate init(_ trip: Trip) {
        kind = ("trip", text("Trip"))
        (number, title) = (trip.number, trip.name)
        day = trip.span.map { Moment($0.lowerBound) }
        (self.trip, about) = (nil, nil)
    }

    fileprivate init(_ sight: Sight) {
        kind = ("sight", text("Sight"))
        (number, title, day, trip) = (sight.number, sight.name, sight.schedule, sight.destination?.trip?.name)
        about = sight.destination.map { .verbatim($0.name) }
        destinationEnd = sight.destination.flatMap { $0.end ?? $0.start }.map { CivilDate(utc: $0) }
    }

    fileprivate init(_ leg: Leg) {
        kind = ("leg", text("Transport"))
        (number, title, day, trip) = (leg.number, leg.recordTitle, leg.departure, leg.trip?.name)
        about = LocalizedText.joined(leg.booking())
    }

    fileprivate init(_ stay: Stay) {
        kind = ("stay", text("Stay"))
        (number, title, day, trip) = (stay.number, stay.name, stay.checkIn, stay.trip?.name)
        about = stay.code.isEmpty ? nil : text("code %@", stay.code)
    }

    fileprivate init(_ expense: Expense, _ localizer: Localizer) {
        kind = ("expense", text("Expense"))
        (number, title, trip) = (expense.number, expense.name, expense.trip?.name)
        day = Moment(CivilDate(utc: expense.day))
        about = expense.cost.text(localizer)
    }

    fileprivate init(_ item: ChecklistItem) {
        kind = ("item", text("Checklist item"))
        (number, title, day, trip, about) = (item.number, item.name, nil, item.trip?.name, item.listName)
    }

    /// Whether the record is over before a day.
    func isOver(before day: CivilDate) -> Bool { (self.day?.day ?? destinationEnd).map { $0 < day } ?? false }

    /// Returns the records as a list for the user.
    static func table(_ records: [FoundRecord]) -> Table {
        Table(
            "found",
            columns: [
                .init("kind", text("Kind"), priority: 8),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("day", text("Date"), priority: 8, wraps: true),
                .init("about", text("About"), priority: 7, wraps: true),
                .init("trip", text("Trip"), priority: 4, wraps: true),
            ],
            rows: records.map { record in
                [
                    Cell(.string(record.kind.word), .text(record.kind.name)), .identifier(record.number),
                    .text(record.title), .moment(record.day),
                    record.about.map { Cell(.null, .text($0)) } ?? .empty, .text(record.trip),
                ]
            })
    }

    /// Returns a list of destinations with these records as further rows, for `--json` and `--csv`.
    static func data(_ records: [FoundRecord], after destinations: Table) -> Table {
        let keys = destinations.columns.map(\.key)
        let start = keys.firstIndex(of: "start")
        return Table(
            destinations.key,
            columns: destinations.columns + [.init("kind", text("Kind")), .init("day", text("Date"))],
            rows: destinations.rows.map { row in
                row + [Cell(.string("destination"), .empty), start.map { row[$0] } ?? .empty]
            }
                + records.map { record in
                    keys.map { key in
                        switch key {
                        case "number": .identifier(record.number)
                        case "name": .text(record.title)
                        case "trip": .text(record.trip)
                        default: .empty
                        }
                    } + [Cell(.string(record.kind.word), .empty), .moment(record.day)]
                })
    }
}

/// The conditions of a search, for each kind of entries that has their keys.
@MainActor
struct FoundConditions {
    /// The condition for destinations; `nil` if they lack a key.
    let destination: Condition<Destination>?
    private let sight: Condition<Sight>?
    private let trip: Condition<Trip>?
    private let leg: Condition<Leg>?
    private let stay: Condition<Stay>?
    private let expense: Condition<Expense>?
    private let item: Condition<ChecklistItem>?

    /// Parses conditions.
    ///
    /// - Throws: `ConditionError` if no kind can have them.
    init(_ terms: [String], _ session: TripSession) throws {
        var mistakes: [ConditionError] = []
        destination = try session.condition(terms, session.destinationConditions, mistakes: &mistakes)
        // Destinations are found by the texts of their sights.
        sight =
            try destination == nil
            ? session.condition(terms, session.sightConditions, mistakes: &mistakes) : nil
        trip = try session.condition(terms, session.tripConditions, mistakes: &mistakes)
        leg = try session.condition(terms, session.legConditions, mistakes: &mistakes)
        stay = try session.condition(terms, session.stayConditions, mistakes: &mistakes)
        expense = try session.condition(terms, session.expenseConditions, mistakes: &mistakes)
        item = try session.condition(terms, session.checklistConditions, mistakes: &mistakes)
        if destination == nil, sight == nil, trip == nil, leg == nil, stay == nil, expense == nil,
            item == nil,
            let first = mistakes.first
        {
            // A wrong value is nearer to what the user meant than a key that another kind has.
            throw mistakes.first { !$0.isUnknownKey } ?? first
        }
    }

    /// Fetches the entries other than destinations that meet the conditions, in order of time.
    func others(in session: TripSession) throws -> [FoundRecord] {
        func fetch<Model: PersistentModel>(_ condition: Condition<Model>?) throws -> [Model] {
            try condition.map { try session.records(meeting: $0) } ?? []
        }
        let localizer = session.localizer
        let dated = try fetch(trip).map { FoundRecord($0) } + fetch(leg).map { FoundRecord($0) }
        let spent = try fetch(expense).map { FoundRecord($0, localizer) }
        return FoundRecord.sorted(
            try fetch(sight).map { FoundRecord($0) } + dated + fetch(stay).map { FoundRecord($0) } + spent
                + fetch(item).map { FoundRecord($0) })
    }
}
