import Localization
import ModelData
import Shell
import Suite

/// moonshot's session: the missions in memory, and favourites and notes in the store.
@MainActor
final class MoonshotSession: StoreSession {
    /// The directory that `--data` names.
    let dataDirectory: String?
    /// The language that the memory is filled in; `nil` before it is filled.
    var filledLanguage: Language?

    init(_ session: SessionContext) throws {
        dataDirectory = session.options[ProgrammeSource.option]
        try super.init(
            session, models: [Favourite.self, MissionNote.self],
            inMemory: [Mission.self, Astronaut.self, CrewRole.self])
        // Wrong data are better known before anything is typed.
        if session.interaction.isInteractive { try fill() }
    }

    override var promptStyle: Prompt.Style { .path }

    override var nothingOpen: NothingOpen {
        NothingOpen(opening: text("“mission 11” opens a mission, and “astronaut armstrong” an astronaut."))
    }

    /// Runs a command on filled memory, unless it has nothing to do with the missions.
    override func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        if declaration.name != CheckCommand.name { try fill() }
        return try await super.execute(declaration, body)
    }

    /// Missions and astronauts by their names.
    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        try fill()
        switch source {
        case LiveValues.missions: return try missions().map { String($0.number) }
        case LiveValues.astronauts: return try astronauts().map(\.key)
        case LiveValues.crew:
            return try openedMission()?.crewInOrder.compactMap { $0.astronaut?.key } ?? []
        default: return try missions().map { String($0.number) } + astronauts().map(\.key)
        }
    }

    /// A crew member of the open mission, or the open astronaut's mission, may be called by name alone.
    override func command(meantBy words: [String]) -> [String]? {
        guard !openPlaces.isEmpty else { return nil }
        let name = words.joined(separator: " ")
        if let number = MissionReference(name).number, (try? mission(numbered: number)) != nil {
            return ["mission", String(number)]
        }
        guard let found = try? astronaut(named: name) else { return nil }
        return ["astronaut", found.key]
    }
}

/// The names of the live values that complete arguments.
enum LiveValues {
    static let missions = "missions"
    static let astronauts = "astronauts"
    static let crew = "crew"
    static let all = "missions and astronauts"
}
