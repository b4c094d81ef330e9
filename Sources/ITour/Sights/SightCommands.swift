import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments and options that the commands for sights share.
enum SightArguments {
    static let date = Parameter.option(
        "date", .moment, help: text("The day of the visit, or the day and the local time."))
    static let duration = Parameter.option(
        "for", ValueType<Int>.duration.orNone,
        help: text("How long the visit takes, such as 2h or 45min; or “none”."))

    static let sight = Parameter.required(
        "sight", .sight, help: text("The sight's number, or a part of its name."),
        question: text("Which sight"))
    static let sights = Parameter.rest(
        "sight", wordOrCondition, minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "is:visited"),
        question: text("Which sight")
    ).takingHyphens
    static let inside = Parameter.option(
        "in", .destination, help: text("The destination that the sight belongs to. Default: the open one."))

    /// The words of sights before a date. Each word names a sight, or is a condition.
    static let dated = Parameter.rest(
        "sight", wordOrCondition, minimum: 1,
        help: text(
            "Numbers, parts of names, and conditions such as %@. A date can follow, such as “yesterday”.",
            "day:yesterday"),
        question: text("Which sight")
    ).takingHyphens

    /// A destination, and conditions for its sights.
    static let listed = Parameter.rest(
        "destination",
        .recordOrCondition(text("DESTINATION"), source: TripCompletions.destinationsOrSightConditions),
        help: text(
            "The destination, and conditions such as cost:<20, is:visited or hours:none. Default: the open one; with conditions, all destinations."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<Sight>.condition(
                forOption: $0, $1, of: Sight.fields,
                other: [
                    "day": "day", "visited": "visited", "priority": "priority", "trip": "trip",
                    "destination": "destination", "in": "destination",
                ])
        }

    /// A word of a line that names a sight, or is a condition.
    private static var wordOrCondition: ValueType<String> {
        .recordOrCondition(text("SIGHT"), source: TripCompletions.sightsOrConditions)
    }

    /// A word of a line that names a sight, or a date at its end.
    static var word: ValueType<String> {
        let sight = ValueType<RecordReference>.sight
        return ValueType(placeholder: sight.placeholder, completion: sight.completion) { string, _ in
            // A blank word names no sight.
            _ = try RecordReference(string)
            return string
        }
    }

    /// One sight. If a destination is named or open, only its sights match.
    static let one = RecordArgument<TripSession, Sight>([sight.declaration, inside.declaration]) {
        try $2.sight(try $0[sight].continued(by: $1), in: try $0[inside])
    }

    /// Several sights. If a destination is named or open, only its sights match.
    static let several = RecordArgument<TripSession, [Sight]>([sights.declaration, inside.declaration]) {
        invocation, _, session in
        try session.sights(try invocation[sights], in: try invocation[inside])
    }
}

extension Sight {
    /// `sight list`: lists the sights of a destination in their order, or those of all destinations that meet conditions.
    @MainActor static let list = ListRecordsCommand<TripSession, ListedParts<Destination, Sight>>(
        "sight list", group: .looking,
        summary: text("Lists the sights of a destination in their order, or all that meet conditions."),
        of: RecordArgument([SightArguments.listed.declaration]) { invocation, _, session in
            try ListedParts(
                try invocation[SightArguments.listed], in: session, session.sightConditions,
                orOpen: { try session.record(nil, orOpen: Destination.self) }, all: \.sights
            ) { condition in
                try session.records(meeting: condition).sorted {
                    ($0.destination?.number ?? 0, $0.number) < ($1.destination?.number ?? 0, $1.number)
                }
            }
        },
        examples: [
            text("open rome\nsight list"), text("sight list rome"),
            .verbatim("sight list priority:must cost:..20 -is:visited"),
        ],
        empty: { listed in
            listed.owner.map { text("“%@” has no sights yet. Add one with “sight add”.", $0.name) }
                ?? text("No sight matches. “sight list DESTINATION” lists all its sights.")
        },
        table: { table($0.parts, $1) })

    /// `sight show`: shows all fields of a sight.
    @MainActor static let show = ShowRecordCommand(
        "sight show", group: .looking, summary: text("Shows everything about a sight."),
        record: SightArguments.one, fields: fields, examples: [text("sight show colosseum")])

    /// `sight edit`: changes a sight.
    @MainActor static let edit = EditRecordCommand(
        "sight edit", group: .changes, summary: text("Changes a sight."), record: SightArguments.one,
        fields: fields,
        examples: [
            text("sight edit colosseum --at 41.8902,12.4922"),
            .verbatim("sight edit 7 --address \"Piazza di Trevi\""),
            .verbatim("sight edit --where cost:none cost:10"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.sightsOrConditions, such: "is:planned", { $0.sightConditions },
            in: { try $0.opened(Destination.self)?.sights }, table: { table($0, $1) }),
        warnings: warnings)

    /// `sight delete`: deletes sights.
    @MainActor static let delete = DeleteRecordsCommand(
        "sight delete", group: .changes, summary: text("Deletes sights after confirmation."),
        records: SightArguments.several,
        examples: [text("sight delete colosseum"), .verbatim("sight delete 7 8 --yes")],
        table: { table($0, $1.fieldContext) })
}

/// `sight visited`: marks sights as visited or not visited.
struct SightVisitedCommand: Command {
    static let on = Parameter.option(
        "on", ValueType<CivilDate>.past.orNone, help: text("The day of the visit; or “none”."))
    static let not = Parameter.flag("not", help: text("Mark the sights as not visited."))

    let declaration = CommandDeclaration(
        "sight visited", aliases: ["sight visit"], group: .changes, summary: text("Marks sights as visited."),
        parameters: [
            SightArguments.dated.declaration, SightArguments.inside.declaration, on.declaration,
            not.declaration,
        ],
        examples: [
            text("sight visited colosseum"), .verbatim("sight visited 7 8"),
            text("sight visited colosseum yesterday"), text("sight visited colosseum --on yesterday"),
            .verbatim("sight visited 7 --not"),
        ], changesData: true
    )

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let visited = try !invocation[Self.not]
        var day = try invocation[Self.on]
        let line = try await session.dates(
            atEndOf: try invocation[SightArguments.dated],
            WantedDates(start: "on", hasTimes: false, isComing: false, followsEntries: true),
            given: day == nil ? [] : ["on"], title: { try session.titleUse(of: $0, in: Sight.self) })
        if let start = line.start { day = .some(start.day) }
        let sights = try await session.sightsToChange(line.words, in: try invocation[SightArguments.inside])
        if !visited, day?.value != nil { throw TripError.notAndDay }
        let changed = sights.filter { sight in
            sight.isVisited != visited || day.map { sight.visitedOn != $0.value } ?? false
        }
        for sight in changed {
            if sight.isVisited != visited { sight.isVisited = visited }
            if let day { sight.visitedOn = day.value } else if !visited { sight.visitedOn = nil }
        }
        let names = TextArgument.list(changed.map { .text(text("“%@”", $0.name)) })
        let message =
            changed.isEmpty
            ? text("This value is already set. Nothing changed.")
            : visited ? text("Visited: %@.", names) : text("Not visited: %@.", names)
        return Output(message, Sight.table(sights, session.fieldContext))
    }
}

extension TripSession {
    /// Returns the sights that words mean: references, in their order, and conditions. Conditions alone mean the sights of
    /// the destination, as in `sight list`.
    ///
    /// - Parameters:
    ///   - words: The words, with the quotation marks of their quoted parts.
    ///   - destination: The destination. Default: the open one; with conditions alone, otherwise all.
    /// - Throws: `RecordError`, `ConditionError`.
    func sights(_ words: [String], in destination: RecordReference?) throws -> [Sight] {
        try someRecords(
            words, sightConditions, in: { try sights(of: destination) },
            named: { try self.sight($0, in: destination) })
    }

    /// Returns the sights that words mean. If conditions select several, a user at a terminal is asked first.
    ///
    /// - Throws: `RecordError`, `ConditionError`, and `InteractionCancelled` if the user declines.
    func sightsToChange(_ words: [String], in destination: RecordReference?) async throws -> [Sight] {
        try await recordsToChange(
            words, sightConditions, in: { try sights(of: destination) },
            named: { try self.sight($0, in: destination) })
    }

    /// Returns the sights of a destination, or of the open one; `nil` if none is named or open.
    private func sights(of destination: RecordReference?) throws -> [Sight]? {
        (try destination.map { try record($0, in: Destination.self) } ?? opened(Destination.self))?.sights
    }
}

/// The new position of a sight in its destination's list.
enum SightPosition: Sendable, Hashable {
    case number(Int)
    case up, down, first, last

    /// Returns the new index of a sight, from 0.
    ///
    /// - Parameters:
    ///   - index: The present index, from 0.
    ///   - count: The number of sights.
    /// - Throws: ``TripError/positionOutOfRange(_:count:)``.
    func index(from index: Int, of count: Int) throws(TripError) -> Int {
        switch self {
        case .number(let number):
            guard (1...max(count, 1)).contains(number) else {
                throw .positionOutOfRange(number, count: count)
            }
            return number - 1
        case .up: return max(index - 1, 0)
        case .down: return min(index + 1, count - 1)
        case .first: return 0
        case .last: return count - 1
        }
    }
}

extension ValueType where Value == SightPosition {
    /// A position: a number from 1, or `up`, `down`, `first`, `last`.
    static var position: ValueType<SightPosition> {
        let words = ValueType.choice([
            Choice("up", .up, ITour.text("up")), Choice("down", .down, ITour.text("down")),
            Choice("first", .first, ITour.text("first")), Choice("last", .last, ITour.text("last")),
        ])
        return ValueType(placeholder: ITour.text("N|up|down|first|last"), completion: words.completion) {
            string, context in
            if let number = Int(string.trimmingCharacters(in: .whitespaces)) { return .number(number) }
            return try words.parse(string, context)
        }
    }
}

/// `sight move`: moves a sight in its list, or to another destination.
struct SightMoveCommand: Command {
    static let position = Parameter.optional(
        "position", .position, placeholder: text("POSITION"),
        help: text("The new position: a number from 1, or up, down, first or last."))
    static let to = Parameter.option(
        "to", .destination,
        help: text("Another destination to move the sight to. Default position: the end of its list."))

    let declaration = CommandDeclaration(
        "sight move", group: .changes,
        summary: text("Moves a sight within its list, or to another destination."),
        parameters: [
            SightArguments.sight.declaration, position.declaration, SightArguments.inside.declaration,
            to.declaration,
        ],
        examples: [
            text("sight move colosseum first"), .verbatim("sight move 7 3"),
            text("sight move trevi --to florence"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sight = try SightArguments.one.found(invocation, in: session)
        let position = try invocation[Self.position]
        let target = try invocation[Self.to].map { try session.record($0, in: Destination.self) }
        guard position != nil || target != nil else { throw TripError.nothingToChange(option: "--to") }
        guard let owner = target ?? sight.destination else { throw session.nothingOpenError }
        let isElsewhere = sight.destination !== owner

        var order = owner.sights.filter { $0 !== sight }
        let present = owner.sights.firstIndex { $0 === sight } ?? order.count
        let index = try (position ?? .last).index(from: present, of: order.count + 1)
        guard isElsewhere || index != present else {
            return output(text("“%@” is already there. Nothing changed.", sight.name), owner, session)
        }
        order.insert(sight, at: index)
        owner.sights = order
        return output(
            isElsewhere
                ? text("Moved “%1$@” to “%2$@”.", sight.name, owner.name)
                : text("Moved “%1$@” to position %2$lld.", sight.name, index + 1), owner, session)
    }

    @MainActor
    private func output(_ message: LocalizedText, _ owner: Destination, _ session: TripSession) -> Output {
        Output(message, Sight.table(owner.sights, session.fieldContext))
    }
}
