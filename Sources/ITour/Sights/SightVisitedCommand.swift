import Localization
import Shell
import Suite

/// `sight visited`: marks sights as visited or not visited.
struct SightVisitedCommand: Command {
    static let on = Parameter.option(
        "on", ValueType<CivilDate>.day.orNone, help: text("The day of the visit; or “none”."))
    static let not = Parameter.flag("not", help: text("Mark the sights as not visited."))

    let declaration = CommandDeclaration(
        "sight visited", aliases: ["sight visit"], group: .changes,
        summary: text("Marks sights as visited."),
        parameters: [
            SightArguments.sights.declaration, SightArguments.inside.declaration, on.declaration,
            not.declaration,
        ],
        examples: [
            text("sight visited colosseum"), .verbatim("sight visited 7 8"),
            text("sight visited colosseum --on yesterday"), .verbatim("sight visited 7 --not"),
        ], changesData: true
    )

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sights = try session.sights(
            try invocation[SightArguments.sights], in: try invocation[SightArguments.inside])
        let visited = try !invocation[Self.not]
        let day = try invocation[Self.on]
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
        return Output([.message(message)], data: [.table(SightTable.table(sights))])
    }
}
