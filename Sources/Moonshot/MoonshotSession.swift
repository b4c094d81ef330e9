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
            inMemory: [Mission.self, Astronaut.self, CrewRole.self],
            readsWithoutStore: true)
        // Wrong data are better known before anything is typed.
        if session.interaction.isInteractive { try fill() }
    }

    override var promptStyle: Prompt.Style { .path }

    override var modelNames: ModelNames { Self.names }

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

    /// Where something is open, missions and astronauts may be called by their names alone.
    override func command(meantBy words: [String]) -> [String]? {
        guard !openPlaces.isEmpty else { return nil }
        let name = words.joined(separator: " ")
        if let number = MissionReference(name).number, (try? mission(numbered: number)) != nil {
            return ["mission", String(number)]
        }
        guard let found = try? astronaut(calledByName: name) else { return nil }
        return ["astronaut", found.key]
    }

    /// The only astronaut with a name, first among the open mission's crew. It is a whole name, such as the first or
    /// the last one: a part of one is more likely a command that was mistyped.
    private func astronaut(calledByName name: String) throws -> Astronaut? {
        let wanted = Localization.SearchFold.fold(name)
        func isMeant(_ astronaut: Astronaut) -> Bool {
            let full = Localization.SearchFold.fold(astronaut.name)
            return astronaut.key == wanted || full == wanted
                || full.split { !$0.isLetter && $0 != "-" }.contains { $0 == wanted }
        }
        let crew = try openedMission()?.crewInOrder.compactMap(\.astronaut).filter(isMeant) ?? []
        if crew.count == 1 { return crew[0] }
        let all = try astronauts().filter(isMeant)
        return all.count == 1 ? all[0] : nil
    }
}

/// The names of the live values that complete arguments.
enum LiveValues {
    static let missions = "missions"
    static let astronauts = "astronauts"
    static let crew = "crew"
    static let all = "missions and astronauts"
}
