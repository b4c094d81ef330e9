import Foundation
import Localization
import ModelData
import Shell
import Suite

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

/// Finds missions and astronauts by what their texts don't contain: the year, roles of the crew, the landing site in
/// English, and all facts.
@MainActor
struct MissionSearch {
    /// The text without case and accents.
    private let wanted: String
    /// The same with single letters for doubled ones.
    private let spelling: String
    /// Whether the text is a number. Otherwise, “11” would find each time and place that contains it.
    private let isNumber: Bool
    private let session: MoonshotSession
    private let facts: ProgrammeFacts

    /// The fields whose text isn't compared, because other conditions do that.
    private static let others = [
        "id", "name", "launchDate", "splashdownDate", "crew", "favourite", "description", "note",
    ]
    /// The fields of names, which are found by a part, also by a number.
    private static let names = [
        "commandModule", "commandModuleNumber", "lunarModule", "lunarModuleNumber", "rocket", "landingSite",
    ]

    init(_ wanted: String, in session: MoonshotSession) throws {
        self.wanted = SearchFold.fold(wanted)
        spelling = Self.spelling(wanted)
        self.session = session
        isNumber = wanted.allSatisfy(\.isNumber)
        facts = try session.facts()
    }

    /// Returns whether a mission has the text.
    func finds(_ details: MissionDetails) -> Bool {
        let mission = details.mission
        if let launch = mission.launchDay, String(launch.year) == wanted { return true }
        if mission.landingSiteAsWritten.map(Self.spelling)?.contains(spelling) == true { return true }
        let isOfCrew = mission.crew.contains { seat in
            [seat.role, session.localizer.string(seat.roleName)].contains { Self.spelling($0) == spelling }
        }
        if isOfCrew { return true }
        return MissionDetails.fields.fields.contains { field in
            if Self.others.contains(field.key) { return false }
            let texts = texts(of: field.cell(of: details, session.fieldContext))
            return Self.names.contains(field.key)
                ? texts.contains { Self.spelling($0).contains(spelling) } : matches(texts)
        }
    }

    /// Returns whether a known fact about an astronaut has the text.
    func finds(_ astronaut: Astronaut) -> Bool {
        guard let known = facts.astronauts[astronaut.key] else { return false }
        let days = [known.born, known.died].compactMap(\.self)
        return days.contains { matches(texts(of: .day($0))) || String($0.year) == wanted }
            || matches(known.spaceflights ?? [])
    }

    /// Returns whether one of the texts contains the searched one, or is equal to it if it is a number.
    private func matches(_ texts: [String]) -> Bool {
        texts.map { SearchFold.fold($0) }.contains { isNumber ? $0 == wanted : $0.contains(wanted) }
    }

    /// Returns a value as the user sees it, and as programs do.
    private func texts(of cell: Cell) -> [String] {
        [shown(cell.display), raw(cell.raw)].compactMap(\.self)
    }

    private func shown(_ display: Cell.Display) -> String? {
        switch display {
        case .verbatim(let text): text
        case .text(let text): session.localizer.string(text)
        case .integer(let number): String(number)
        case .day(let day): session.localizer.day(day)
        case .empty, .instant, .symbol: nil
        }
    }

    private func raw(_ value: Cell.RawValue) -> String? {
        switch value {
        case .string(let text): text
        case .decimal(let number): String(number)
        case .null, .bool, .integer, .list: nil
        }
    }

    /// Returns a text without case and accents, and with single letters for doubled ones, so that both spellings
    /// of “Tranquillity” are found.
    private static func spelling(_ text: String) -> String {
        var last: Character?
        return SearchFold.fold(text).filter { letter in
            defer { last = letter }
            return letter != last || !letter.isLetter
        }
    }
}

extension MoonshotSession {
    /// Returns the astronauts with a text in their names, biographies or facts, sorted by key.
    func astronauts(containing searched: String) throws -> [Astronaut] {
        let found = try MissionReference.spellings(of: searched, localizer).flatMap { text in
            try astronauts(
                #Predicate {
                    $0.name.localizedStandardContains(text) || $0.biography.localizedStandardContains(text)
                })
        }
        let keys = Set(found.map(\.key))
        let search = try MissionSearch(searched, in: self)
        return try astronauts().filter { keys.contains($0.key) || search.finds($0) }
    }
}
