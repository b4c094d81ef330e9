import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `search`: lists the missions and astronauts that contain a text.
struct SearchCommand: Command {
    static let wanted = Parameter.words(
        "text", .nonBlank, minimum: 1,
        help: text(
            "The text to find in missions, years, crews, roles, biographies and facts, such as landing sites, spacecraft and launch pads. Case and accents don't matter."
        ),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text("Finds missions and astronauts that contain a text."),
        parameters: [wanted.declaration] + MissionOptions.declarations,
        examples: [.verbatim("search rover"), .verbatim("search fra mauro --year 1971")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let list = try MissionOptions.list(invocation, containing: searched, in: session)
        // The options for missions don't apply to astronauts.
        let isNarrowed = invocation.has(MissionOptions.year) || invocation.has(MissionOptions.crew)
        let astronauts =
            isNarrowed
            ? []
            : try session.astronauts(containing: searched)
        let table = AstronautDetails.table(try session.details(of: astronauts), session.fieldContext)
        var output = list.output.withData
        if list.missions.isEmpty {
            output.blocks =
                astronauts.isEmpty ? [.message(text("No mission or astronaut contains “%@”.", searched))] : []
        }
        if !astronauts.isEmpty { output.blocks.append(.table(table)) }
        output.data.append(.table(table))
        return output
    }
}

/// Finds missions by what their texts don't contain: the year, roles of the crew, the landing site in English, and all
/// facts.
@MainActor
struct MissionSearch {
    private let text: TextSearch
    private let session: MoonshotSession

    /// The fields whose text isn't compared, because other conditions do that.
    private static let others = [
        "id", "name", "launchDate", "splashdownDate", "crew", "favourite", "description", "note",
    ]
    /// The fields of names, which are found by a part, also by a number.
    private static let names = [
        "commandModule", "commandModuleNumber", "lunarModule", "lunarModuleNumber", "rocket", "landingSite",
    ]

    init(_ wanted: String, in session: MoonshotSession) {
        text = TextSearch(wanted, session.localizer)
        self.session = session
    }

    /// Returns whether a mission has the text.
    func finds(_ details: MissionDetails) -> Bool {
        let mission = details.mission
        if let launch = mission.launchDay, String(launch.year) == text.wanted { return true }
        if mission.landingSiteAsWritten.map(TextSearch.spelling)?.contains(text.spelling) == true {
            return true
        }
        let isOfCrew = mission.crew.contains { seat in
            text.finds(seat, session.localizer)
        }
        if isOfCrew { return true }
        return MissionDetails.fields.fields.contains { field in
            if Self.others.contains(field.key) { return false }
            let texts = text.texts(of: field.cell(of: details, session.fieldContext))
            return Self.names.contains(field.key)
                ? texts.contains { TextSearch.spelling($0).contains(text.spelling) } : text.matches(texts)
        }
    }
}
