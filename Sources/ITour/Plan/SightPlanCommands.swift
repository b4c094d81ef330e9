import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `sight schedule`: plans a sight for a day.
struct SightScheduleCommand: Command {
    static let words = Parameter.rest(
        "sight", SightArguments.word, minimum: 1,
        help: text(
            "The sight's number, or a part of its name; then the day of the visit, and the local time if you like."
        ),
        question: text("Which sight"))

    let declaration = CommandDeclaration(
        "sight schedule", aliases: ["sight plan"], group: .changes,
        summary: text("Plans a sight for a day, with a time or without."),
        discussion: [
            text(
                "If the sight is closed then, overlaps another one, or is far from the others, a warning says so. The sight is planned nevertheless."
            )
        ],
        parameters: [
            words.declaration, SightArguments.date.declaration, SightArguments.duration.declaration,
            SightArguments.inside.declaration,
        ],
        examples: [
            text("sight schedule colosseum 2031-05-02 09:30 --for 2h"),
            text("sight schedule colosseum tomorrow"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let given = try invocation[SightArguments.date]
        let line = try await session.dates(
            atEndOf: try invocation[Self.words],
            WantedDates(start: "date", followsEntries: true, duration: "for"),
            given: given == nil ? [] : ["date"], title: { try session.titleUse(of: $0, in: Sight.self) })
        let sight = try session.sight(
            try RecordReference(line.words.joined(separator: " ")), in: try invocation[SightArguments.inside])
        var chosen = given ?? line.start
        if chosen == nil { chosen = try await session.askMoment(text("Which day")) { _ in } }
        guard let moment = chosen else { throw TripError.missingDay }
        let day = moment.day
        if moment != sight.schedule { try session.checkClock(moment, zone: sight.destination?.timeZone) }
        let duration = try invocation[SightArguments.duration].map(\.value) ?? sight.duration
        guard moment != sight.schedule || duration != sight.duration else {
            return Output(
                text("“%@” already has these values. Nothing changed.", sight.name),
                Sight.fields.data(sight, session.fieldContext))
        }
        sight.schedule = moment
        if sight.duration != duration { sight.duration = duration }
        return Output(
            try Self.blocks(about: sight, at: moment, in: session),
            data: [.record(Sight.fields.data(sight, session.fieldContext))],
            label: text("Planned “%1$@” for %2$@.", sight.name, day))
    }
}

extension SightScheduleCommand {
    /// Returns a message about the planned time of a sight, and warnings about what contradicts it.
    @MainActor
    static func blocks(about sight: Sight, at moment: Moment, in session: TripSession) throws -> [Block] {
        let day = moment.day
        let others = try session.scheduledSights(on: day).filter { $0 !== sight } + [sight]
        let legs = sight.destination?.trip?.plannedLegs.filter { $0.days.contains(day) } ?? []
        let conflicts = PlanConflicts.found(on: day, sights: others, legs: legs)
            .filter { $0.sight === sight || $0.conflict.names(sight.name) }.map(\.conflict)
        let when = LocalizedText.verbatim(session.localizer.day(day, style: .full))
        let message =
            moment.minute.map {
                text("Planned “%1$@” for %2$@, %3$@.", sight.name, when, TextArgument.time(minute: $0))
            } ?? text("Planned “%1$@” for %2$@.", sight.name, when)
        return [.message(message)] + conflicts.map { .warning($0.text) }
    }
}

/// `sight unschedule`: takes sights out of the days.
struct SightUnscheduleCommand: Command {
    let declaration = CommandDeclaration(
        "sight unschedule", group: .changes, summary: text("Removes the planned day and time of sights."),
        parameters: SightArguments.several.parameters, examples: [text("sight unschedule colosseum")],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sights = try await session.sightsToChange(
            try invocation[SightArguments.sights], in: try invocation[SightArguments.inside])
        let changed = sights.filter { $0.schedule != nil }
        for sight in changed { sight.schedule = nil }
        let names = TextArgument.list(changed.map { .text(text("“%@”", $0.name)) })
        return Output(
            changed.isEmpty
                ? text("This value is already set. Nothing changed.")
                : text("No longer planned for a day: %@.", names), Sight.table(sights, session.fieldContext))
    }
}

extension PlanConflict {
    /// Whether the conflict names a sight as one of two overlapping entries.
    func names(_ name: String) -> Bool {
        if case .overlap(let first, let second, _) = self { first == name || second == name } else { false }
    }
}

/// `sight add`: adds a sight to the open destination, or to the destination that the first word names.
struct SightAddCommand: Command {
    static let words = Parameter.words(
        "name", .wordOrChange.completed(from: TripCompletions.unlessOpen, mark: .title), minimum: 1,
        placeholder: text("NAME"),
        help: text("The sight's name. If no destination is open, the first word names the destination."),
        question: text("Name"))
    static let visited = Parameter.flag("visited", help: text("Mark the sight as already visited."))

    let declaration = CommandDeclaration(
        "sight add", aliases: ["sight new"], group: .changes,
        summary: text("Adds a sight at the end of its destination's list."),
        discussion: [
            text("If no destination is open, the first word names it: sight add rome \"Trevi Fountain\"."),
            text("The day of the visit, and the local time if you like, can follow the name."),
        ],
        parameters: [
            words.declaration, SightArguments.inside.declaration, SightArguments.date.declaration,
            SightArguments.duration.declaration,
        ]
            + Sight.fields.options(except: ["name"]) + [visited.declaration],
        examples: [
            text("open rome\nsight add Colosseum --at 41.8902,12.4922"),
            text("sight add rome \"Trevi Fountain\""),
            text("sight add rome Colosseum 2031-05-02 09:30 --for 2h"),
            text("sight add \"Trevi Fountain\" --in rome --note \"Early in the morning\""),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        var (typed, words) = try Sight.fields.additions(
            in: try invocation[Self.words], session.fieldContext.parsing)
        let destination: Destination
        if let named = try invocation[SightArguments.inside] {
            destination = try session.record(named, in: Destination.self)
        } else if let open = try session.opened(Destination.self) {
            destination = open
        } else {
            // A single word can't name both the destination and the sight.
            guard words.count > 1 else { throw session.nothingOpenError }
            destination = try session.record(try RecordReference(words.removeFirst()), in: Destination.self)
        }
        let given = try invocation[SightArguments.date]
        let hasDate = given != nil || typed.contains { $0.key == "scheduled" }
        let line = try await session.dates(
            atEndOf: words, WantedDates(start: "date", duration: "for"), given: hasDate ? ["date"] : [])
        let sight = Sight(name: line.words.joined(separator: " "))
        let changes = try Sight.fields.changes(invocation, except: ["name"]) + typed
        _ = try Sight.fields.apply(changes, to: sight, session.fieldContext)
        sight.isVisited = try invocation[Self.visited]
        if let moment = given ?? line.start {
            try session.checkClock(moment, zone: destination.timeZone)
            sight.schedule = moment
        }
        if let duration = try invocation[SightArguments.duration] { sight.duration = duration.value }
        var output = try await Self.add(sight, to: destination, in: session)
        output.blocks += Sight.warnings(changes.map(\.key), sight).map { .warning($0) }
        return output
    }

    /// Adds a new sight at the end of a destination's list and reports it.
    @MainActor
    static func add(
        _ sight: Sight, to destination: Destination, in session: TripSession
    ) async throws -> Output {
        sight.destination = destination
        session.context.insert(sight)
        let planned =
            try sight.schedule.map { try SightScheduleCommand.blocks(about: sight, at: $0, in: session) }
            ?? []
        return .added(sight, to: destination.name, Sight.fields, session.fieldContext) { planned }
    }
}
