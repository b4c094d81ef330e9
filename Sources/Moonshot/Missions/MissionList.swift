import Localization
import ProgramKit
import Shell

/// Missions as a grid of cards or as a list.
@MainActor
struct MissionList {
    let missions: [MissionDetails]
    /// The same missions in the order for machine-readable output.
    let missionsForPrograms: [MissionDetails]
    let layout: MissionLayout
    /// The keys of the columns that the user named; `nil` for those of every list.
    var columns: [String]?
    let context: FieldContext

    /// The missions as a command's output.
    var output: Output {
        let block: Block =
            layout == .grid && columns == nil
            ? .cards(cards) : .table(Self.table(missions, columns: columns, context))
        return Output([block]) { [.table(tableForPrograms)] }
    }

    /// The missions for machine-readable output.
    var tableForPrograms: Table { Self.table(missionsForPrograms, columns: columns, context) }

    /// Returns missions as a table.
    ///
    /// - Parameters:
    ///   - missions: The missions in order.
    ///   - key: The table's key in `--json`. Default: `missions`.
    ///   - columns: The keys of the columns; `nil` for those of every list.
    ///   - context: What the values depend on.
    static func table(
        _ missions: [MissionDetails], _ key: String = "missions", columns: [String]?, _ context: FieldContext
    ) -> Table {
        let fields = MissionDetails.fields, count = text("%lld missions", missions.count)
        return columns.map { fields.table(key, missions, context, columns: $0, count: count) }
            ?? fields.table(key, missions, context, count: count)
    }

    private var cards: Cards {
        Cards(
            missions.map { details in
                Cards.Card(
                    picture: Badge.of(details.mission.number).picture, title: .text(details.mission.name),
                    details: ["launchDate", "favourite"].compactMap {
                        MissionDetails.fields.listed($0, of: details, context)
                    })
            }, spokenTitle: text("Mission"), pictureTitle: text("Badge"),
            count: text("%lld missions", missions.count))
    }
}
