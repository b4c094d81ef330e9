import Localization
import Shell

/// Astronauts as a table.
@MainActor
enum AstronautList {
    static func table(
        _ astronauts: [Astronaut], favourites: Set<String>, facts: ProgrammeFacts
    ) -> Table {
        Table(
            "astronauts",
            columns: [
                .init("id", text("ID"), priority: 8), .init("name", text("Astronaut's name"), priority: 9),
                .init("flights", text("Flights"), alignsRight: true, priority: 7),
                .init("spaceflights", text("Spaceflights"), alignsRight: true, priority: 6),
                .init("missions", text("Missions"), wraps: true),
                .init("favourite", .verbatim(""), priority: 9, spokenTitle: text("Favourite")),
            ],
            rows: astronauts.map { astronaut in
                let missions = astronaut.missions
                return [
                    .text(astronaut.key), astronaut.nameCell, .number(missions.count),
                    .number(facts.astronauts[astronaut.key]?.spaceflights?.count),
                    Cell(
                        .list(missions.map { .integer($0.number) }),
                        .verbatim(missions.map(\.name).joined(separator: ", "))),
                    MissionCells.favourite(favourites.contains(astronaut.key)),
                ]
            },
            count: text("%lld astronauts", astronauts.count))
    }
}
