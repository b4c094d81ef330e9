import Localization
import Shell
import Suite

/// The option `--columns` of mission lists.
enum MissionColumns {
    static let option = Parameter.option(
        "columns",
        ValueType<[MissionField]>(
            placeholder: text("FIELD,…"),
            completion: .words(MissionField.allCases.map { .fixed($0.rawValue) }),
            parse: { typed, context in
                let field = ValueType.choice(MissionField.allCases.map { Choice($0.rawValue, $0) })
                return try typed.split(separator: ",").map { try field.parse(String($0), context) }
            }),
        help: text(
            "The columns of the list, separated by commas: %@.",
            MissionField.allCases.map(\.rawValue).joined(separator: ", ")))

    /// Returns a table of missions with the named columns.
    ///
    /// - Parameters:
    ///   - missions: The missions in order.
    ///   - fields: The columns.
    ///   - key: The table's key in `--json`.
    ///   - session: The session.
    @MainActor
    static func table(
        _ missions: [Mission], _ fields: [MissionField], key: String = "missions", in session: MoonshotSession
    ) throws -> Table {
        Table(
            key, columns: fields.map(\.column),
            rows: try missions.map { mission in try fields.map { try $0.cell(mission, in: session) } },
            count: text("%lld missions", missions.count))
    }
}
