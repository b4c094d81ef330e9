import Localization
import ProgramKit
import Shell

/// Shows all data of an astronaut.
@MainActor
enum AstronautPage {
    static func output(_ astronaut: Astronaut, in session: MoonshotSession) throws -> Output {
        let details = try session.details(of: [astronaut])[0], context = session.fieldContext
        let record = AstronautDetails.fields.shown(details, context)
        let flights = flights(of: astronaut)
        return Output(
            [.heading(.verbatim(astronaut.name))] + (record.fields.isEmpty ? [] : [.record(record)])
                + Block.paragraphs(astronaut.biography) + [.table(flights)],
            data: [.record(AstronautDetails.fields.data(details, context)), .table(flights)])
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
                        .identifier(mission.number), mission.nameCell, seat.roleCell,
                        mission.launchDay.map { .day($0) } ?? .notAvailable,
                    ]
                }
            },
            spokenCount: text("%lld missions", astronaut.missions.count))
    }
}
