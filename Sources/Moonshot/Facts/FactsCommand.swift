import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `facts`: shows durations, landings, days between flights, and astronauts with several flights.
struct FactsCommand: Command {
    let declaration = CommandDeclaration(
        "facts", group: .facts,
        summary: text(
            "Shows durations, landings, days between flights and the astronauts who flew more than once."
        ),
        examples: [.verbatim("facts")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let missions = try session.missionsByLaunch(), context = session.fieldContext
        let flights = Self.flights(missions)
        let landings = MissionList.table(
            try session.details(of: missions.filter { $0.landingSite != nil }), "landings",
            columns: ["name", "surfaceMinutes", "moonwalks", "moonwalkMinutes", "samples"], context)
        let twice = AstronautDetails.table(
            try session.details(of: session.astronauts()).filter { details in
                max(details.facts?.spaceflights?.count ?? 0, details.astronaut.missions.count) > 1
            },
            context)
        var blocks: [Block] = [.heading(text("Flights")), .table(flights)]
        if !landings.rows.isEmpty { blocks += [.heading(text("On the Moon")), .table(landings)] }
        if !twice.rows.isEmpty { blocks += [.heading(text("Flew more than once")), .table(twice)] }
        return Output(blocks)
    }

    @MainActor
    private static func flights(_ missions: [Mission]) -> Table {
        var before: CivilDate?
        let rows: [[Cell]] = missions.map { mission in
            let gap = mission.launchDay.flatMap { launch in before.map { $0.days(until: launch) } }
            before = mission.launchDay ?? before
            return [
                .identifier(mission.number), mission.nameCell,
                mission.launchDay.map { .day($0) } ?? .notAvailable, .day(mission.splashdownDay),
                .number(mission.days), .number(gap), mission.siteCell,
            ]
        }
        return Table(
            "missions",
            columns: [
                .init("id", text("Number"), isShown: false), .init("name", text("Mission"), priority: 9),
                .init("launchDate", text("Launch"), priority: 8),
                .init("splashdownDate", text("Splashdown"), isShown: false),
                .init(
                    "days", text("Days"), alignsRight: true, priority: 7, spokenTitle: text("Days of flight")),
                .init(
                    "daysSinceLaunchBefore", text("Days since"), alignsRight: true, priority: 7,
                    spokenTitle: text("Days since the previous launch")),
                .init("landingSite", text("Landing site"), priority: 6),
            ],
            rows: rows, spokenCount: text("%lld missions", missions.count))
    }
}

extension CommandGroup {
    /// What happened, compared and asked in a quiz.
    static let facts = CommandGroup(text("Facts and quiz"))
}
