import Localization
import Shell

/// Shows all data of a mission.
@MainActor
enum MissionPage {
    static func output(_ mission: Mission, in session: MoonshotSession) throws -> Output {
        let note = try session.note(about: mission)
        let isFavourite = try session.favourite(of: .mission(mission)) != nil
        let crew = crew(of: mission)
        let facts = try facts(about: mission, in: session)
        return Output(
            [
                .picture(Badge.of(mission.number).labelled), .heading(.verbatim(mission.name)),
                .record(
                    shown(
                        mission, facts: facts.known, note: note, isFavourite: isFavourite, session.localizer)),
                .message(.verbatim(mission.highlights)), .table(crew),
            ],
            data: [
                .record(data(mission, facts: facts, note: note, isFavourite: isFavourite)), .table(crew),
            ])
    }

    /// The facts about the mission, also those that aren't known.
    static func facts(about mission: Mission, in session: MoonshotSession) throws -> [Record.Field] {
        try MissionField.ofPage.map { .init($0.key, $0.title, try $0.cell(mission, in: session)) }
    }

    private static func shown(
        _ mission: Mission, facts: [Record.Field], note: MissionNote?, isFavourite: Bool,
        _ localizer: Localizer
    ) -> Record {
        let launch = mission.launchDay.map { Cell(.null, .verbatim(localizer.day($0, style: .full))) }
        var fields: [Record.Field] = [
            .init("launchDate", text("Launch"), launch ?? MissionCells.notAvailable)
        ]
        if let splashdown = mission.splashdownDay {
            let day = localizer.day(splashdown, style: .full)
            fields.append(.init("splashdownDate", text("Splashdown"), Cell(.null, .verbatim(day))))
        }
        if let days = mission.days {
            fields.append(
                .init("days", text("Duration"), Cell(.integer(days), .text(text("%lld days", days)))))
        }
        if let site = mission.landingSite {
            fields.append(.init("landingSite", text("Landing site"), .text(site)))
        }
        fields += facts
        if isFavourite {
            fields.append(.init("favourite", text("Favourite"), Cell(.bool(true), .text(text("yes")))))
        }
        if let note { fields.append(.init("note", text("Note"), .text(note.text))) }
        return Record(fields: fields)
    }

    private static func data(
        _ mission: Mission, facts: [Record.Field], note: MissionNote?, isFavourite: Bool
    ) -> Record {
        Record(
            fields: [
                .init("id", text("Number"), .identifier(mission.number)),
                .init("name", text("Mission"), MissionCells.name(mission)),
                .init("launchDate", text("Launch"), .day(mission.launchDay)),
                .init("splashdownDate", text("Splashdown"), .day(mission.splashdownDay)),
                .init("days", text("Duration"), .number(mission.days)),
                .init("landingSite", text("Landing site"), MissionCells.landingSite(mission)),
                .init("description", text("Highlights"), .text(mission.highlightsForPrograms)),
                .init("favourite", text("Favourite"), MissionCells.favourite(isFavourite)),
                .init("note", text("Note"), .text(note?.text)),
            ] + facts)
    }

    /// Returns a table of the crew, with the commander marked.
    static func crew(of mission: Mission) -> Table {
        Table(
            "crew",
            columns: [
                .init("place", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Place")),
                .init("astronaut", text("ID"), isShown: false),
                .init("name", text("Crew"), priority: 8),
                .init("role", text("Role"), priority: 7, wraps: true),
                .init("isCommander", .verbatim(""), priority: 9, spokenTitle: text("Commander")),
            ],
            rows: mission.crewInOrder.map { seat in
                [
                    .identifier(seat.place), .text(seat.astronaut?.key), seat.astronaut?.nameCell ?? .empty,
                    MissionCells.role(seat), MissionCells.commander(seat),
                ]
            },
            spokenCount: text("%lld in the crew", mission.crew.count))
    }
}

extension [Record.Field] {
    /// The fields with a value.
    var known: [Record.Field] { filter { if case .empty = $0.cell.display { false } else { true } } }
}
