import Localization
import Shell

/// Shows all data of an astronaut.
@MainActor
enum AstronautPage {
    static func output(_ astronaut: Astronaut, in session: MoonshotSession) throws -> Output {
        let isFavourite = try session.favourite(of: .astronaut(astronaut)) != nil
        let flights = flights(of: astronaut)
        let facts = try facts(about: astronaut, in: session)
        var blocks: [Block] = [.heading(.verbatim(astronaut.name))]
        if !facts.known.isEmpty { blocks.append(.record(Record(fields: facts.known))) }
        blocks.append(.message(.verbatim(astronaut.biography)))
        if isFavourite { blocks.append(.message(text("One of your favourites."))) }
        return Output(
            blocks + [.table(flights)],
            data: [
                .record(
                    Record(
                        fields: [
                            .init("id", text("ID"), .text(astronaut.key)),
                            .init("name", text("Astronaut's name"), astronaut.nameCell),
                            .init("description", text("Biography"), .text(astronaut.biographyForPrograms)),
                            .init("favourite", text("Favourite"), MissionCells.favourite(isFavourite)),
                        ] + facts)), .table(flights),
            ])
    }

    /// The facts about the astronaut, also those that aren't known.
    static func facts(
        about astronaut: Astronaut, in session: MoonshotSession
    ) throws -> [Record.Field] {
        let facts = try session.facts().astronauts[astronaut.key]
        let flights = facts?.spaceflights.map { flights in
            Cell(.list(flights.map { .string($0) }), .verbatim(flights.joined(separator: ", ")))
        }
        return [
            .init("born", text("Born"), .day(facts?.born)), .init("died", text("Died"), .day(facts?.died)),
            .init("spaceflights", text("Spaceflights"), flights ?? .empty),
        ]
    }

    /// The missions that the astronaut flew, with roles and dates.
    private static func flights(of astronaut: Astronaut) -> Table {
        Table(
            "flights",
            columns: [
                .init("id", text("Number"), isShown: false), .init("name", text("Mission"), priority: 9),
                .init("role", text("Role"), priority: 7, wraps: true),
                .init("launchDate", text("Launch"), priority: 8),
            ],
            rows: astronaut.flightsInOrder.compactMap { seat in
                seat.mission.map { mission in
                    [
                        .identifier(mission.number), MissionCells.name(mission), MissionCells.role(seat),
                        MissionCells.day(mission.launchDay),
                    ]
                }
            },
            spokenCount: text("%lld missions", astronaut.missions.count))
    }
}
