import Localization
import Shell

/// Missions as a grid of cards or as a list.
@MainActor
struct MissionList {
    let missions: [Mission]
    /// The same missions in the order for machine-readable output.
    let missionsForPrograms: [Mission]
    let layout: MissionLayout
    /// The tables with the columns that the user named, for the screen and for machine-readable output.
    var chosen: Table?
    var chosenForPrograms: Table?
    let favourites: Set<String>

    /// The missions as a command's output.
    var output: Output {
        if let chosen { return Output([.table(chosen)]) { [.table(tableForPrograms)] } }
        let block: Block =
            switch layout {
            case .grid: .cards(cards)
            case .list: .table(table(missions))
            }
        return Output([block]) { [.table(tableForPrograms)] }
    }

    /// The missions for machine-readable output.
    var tableForPrograms: Table { chosenForPrograms ?? table(missionsForPrograms) }

    private var count: LocalizedText { text("%lld missions", missions.count) }

    private var cards: Cards {
        Cards(
            missions.map { mission in
                var details = [
                    Record.Field("launchDate", text("Launch"), MissionCells.day(mission.launchDay))
                ]
                if favourites.contains(String(mission.number)) {
                    details.append(
                        .init("favourite", text("Favourite"), MissionCells.favourite(true)))
                }
                return Cards.Card(
                    picture: Badge.of(mission.number).picture, title: .text(mission.name), details: details)
            }, spokenTitle: text("Mission"), pictureTitle: text("Badge"), count: count)
    }

    private func table(_ missions: [Mission]) -> Table {
        Table(
            "missions",
            columns: [
                .init("id", text("Number"), isShown: false),
                .init("name", text("Mission"), priority: 9),
                .init("launchDate", text("Launch"), priority: 8),
                .init("splashdownDate", text("Splashdown"), isShown: false),
                .init("days", text("Days"), alignsRight: true, priority: 7),
                .init("landingSite", text("Landing site"), priority: 6),
                .init("crew", text("Crew"), priority: 5, wraps: true),
                .init("favourite", .verbatim(""), priority: 9, spokenTitle: text("Favourite")),
            ],
            rows: missions.map { mission in
                [
                    .identifier(mission.number), MissionCells.name(mission),
                    MissionCells.day(mission.launchDay),
                    .day(mission.splashdownDay), .number(mission.days), MissionCells.landingSite(mission),
                    MissionCells.crew(mission),
                    MissionCells.favourite(favourites.contains(String(mission.number))),
                ]
            },
            count: count)
    }
}
