import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

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
            atEndOf: words, WantedDates(start: "date"), given: hasDate ? ["date"] : [])
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
        let context = session.fieldContext
        let planned =
            try sight.schedule.map { try SightScheduleCommand.blocks(about: sight, at: $0, in: session) }
            ?? []
        return Output(label: text("Added “%1$@” to “%2$@”.", sight.name, destination.name)) {
            Output(
                [
                    .message(
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", sight.name, destination.name,
                            String(sight.number)))
                ] + planned,
                data: [.record(Sight.fields.data(sight, context))])
        }
    }
}
