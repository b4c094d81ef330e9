import Localization
import ProgramKit
import Shell

/// Shows all data of a mission.
@MainActor
enum MissionPage {
    static func output(_ mission: Mission, in session: MoonshotSession) throws -> Output {
        let details = try session.details(of: [mission])[0], context = session.fieldContext
        return Output(
            [.picture(Badge.of(mission.number).labelled)] + blocks(details, context),
            data: [
                .record(MissionDetails.fields.data(details, context)), .table(crew(of: mission)),
            ])
    }

    /// Returns the blocks of a mission, without its badge.
    static func blocks(_ details: MissionDetails, _ context: FieldContext) -> [Block] {
        let mission = details.mission
        return [
            .heading(.verbatim(mission.name)), .record(MissionDetails.fields.shown(details, context)),
        ] + Block.paragraphs(mission.highlights) + [.table(crew(of: mission))]
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
                    seat.roleCell, seat.commanderCell,
                ]
            },
            spokenCount: text("%lld in the crew", mission.crew.count))
    }
}
