import Localization
import Shell

/// How missions are listed.
enum MissionLayout: String, CaseIterable, Sendable {
    case grid, list

    /// The layout's name.
    var name: LocalizedText {
        switch self {
        case .grid: text("grid")
        case .list: text("list")
        }
    }

    static var choices: [Choice<MissionLayout>] { allCases.map { Choice($0.rawValue, $0, $0.name) } }

    /// The setting that stores the layout.
    static let setting = Setting.choice(
        "layout", choices, defaultWord: "grid", .grid,
        help: text("How missions are listed: as a grid of cards or as a list."))
}
