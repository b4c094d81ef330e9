import Localization
import Shell
import Suite

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

/// `layout`: sets how missions are listed.
struct LayoutCommand: Command {
    static let layout = Parameter.required(
        "layout", .choice(MissionLayout.choices), placeholder: text("LAYOUT"),
        help: text("Grid or list."), question: text("Grid or list"))

    let declaration = CommandDeclaration(
        "layout", group: .looking,
        summary: text("Selects how missions are listed: as a grid of cards or as a list."),
        discussion: [
            text("The layout is a setting: “set layout” shows it, and “set layout default” resets it.")
        ],
        parameters: [layout.declaration], examples: [.verbatim("layout list"), .verbatim("layout grid")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let layout = try invocation[Self.layout]
        session.chosenLayout = layout
        try session.remember(MissionLayout.setting, as: layout.rawValue, for: invocation)
        return Output(
            [
                .message(
                    layout == .grid
                        ? text("Missions are now listed as a grid.")
                        : text("Missions are now listed one per line."))
            ],
            data: [.record(Record(fields: [.init("layout", text("Layout"), .text(layout.rawValue))]))])
    }
}
