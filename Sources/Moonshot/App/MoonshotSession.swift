import Localization
import ModelData
import ProgramKit
import Shell

/// The session of moonshot. The missions are only in memory; favourites and notes are in the store on disk.
@MainActor
final class MoonshotSession: StoreSession {
    let services: StoreServices
    /// What Tab offers for the sources of things, by their names.
    private let candidatesOfThings: [String: Candidates]
    /// The directory given with `--data`.
    private let dataOption: String?
    /// The directory of the data files, from `--data` or the setting; `nil` for the built-in data.
    var dataDirectory: String? {
        if let dataOption { return dataOption }
        let directory = preferences[ProgrammeSource.setting]
        return directory.isEmpty ? nil : directory
    }
    /// The language of the in-memory data; `nil` before it is loaded.
    var filledLanguage: Language?
    /// The directory of the data in memory; empty for the built-in data, and `nil` if its files have changed since.
    var filledData: String? = ""
    /// The layout from `layout`; `nil` uses the settings.
    var chosenLayout: MissionLayout?
    /// The facts of the data files; `nil` before they are loaded.
    var knownFacts: ProgrammeFacts?

    /// Returns the texts that Tab offers for typed text.
    typealias Candidates = @MainActor @Sendable (MoonshotSession, String) throws -> [String]

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - session: The program's call.
    ///   - names: The names of the models and their properties in the user's language.
    ///   - candidates: What Tab offers for the sources of things, by their names. Default: nothing.
    init(
        _ session: SessionContext, names: ModelNames, candidates: [String: Candidates] = [:]
    ) async throws {
        candidatesOfThings = candidates
        dataOption = session.options[ProgrammeSource.option]
        let store = try await StoreService(
            session, models: [Favourite.self, MissionNote.self, QuizResult.self],
            inMemory: [Mission.self, Astronaut.self, CrewRole.self], names: names, readsWithoutStore: true)
        let nothingOpen = NothingOpenError(
            opening: text("“mission 11” opens a mission, and “astronaut armstrong” an astronaut."))
        services = StoreServices(store, places: OpenItems(store, style: .path, nothingOpenError: nothingOpen))
        // Load the data now, so that invalid data is reported before the first prompt.
        if session.interaction.isInteractive { try fill() }
    }

    /// If the command uses the missions, loads the data before running the command.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        if intent.scope == .data { try fill() }
        return try await services.execute(intent, body)
    }

    /// Completes missions with their numbers and astronauts with their keys.
    func candidates(for source: String, matching prefix: String) throws -> [String] {
        try fill()
        switch source {
        case MissionCompletions.missions: return try missions().map { String($0.number) }
        case MissionCompletions.astronauts: return try astronauts().map(\.key)
        case MissionCompletions.crew:
            return try openedMission()?.crewInOrder.compactMap { $0.astronaut?.key } ?? []
        default:
            if let candidates = candidatesOfThings[source] { return try candidates(self, prefix) }
            return try missions().map { String($0.number) } + astronauts().map(\.key)
        }
    }

    /// If a mission or an astronaut is open, the user can open another by typing only its name.
    func command(inferredFrom words: [String]) -> [String]? {
        guard !openItems.isEmpty else { return nil }
        let name = words.joined(separator: " ")
        if let number = MissionReference(name).number, (try? mission(numbered: number)) != nil {
            return ["mission", String(number)]
        }
        guard let found = try? astronaut(calledByName: name) else { return nil }
        return ["astronaut", found.key]
    }

    /// Returns the astronaut with a name, if only a single astronaut matches. The open mission's crew is
    /// searched first. Only a complete first, last or full name matches, because a part of a name is more
    /// likely a mistyped command.
    private func astronaut(calledByName name: String) throws -> Astronaut? {
        let wanted = SearchFold.foldName(name)
        func isMatch(_ astronaut: Astronaut) -> Bool {
            let full = SearchFold.foldName(astronaut.name)
            return astronaut.key == wanted || full == wanted
                || full.split { !$0.isLetter && $0 != "-" }.contains { $0 == wanted }
        }
        let crew = try openedMission()?.crewInOrder.compactMap(\.astronaut).filter(isMatch) ?? []
        if crew.count == 1 { return crew[0] }
        let all = try astronauts().filter(isMatch)
        return all.count == 1 ? all[0] : nil
    }
}

/// The names of the completion sources.
enum MissionCompletions {
    static let missions = "missions"
    static let astronauts = "astronauts"
    static let crew = "crew"
    static let conditions = "conditions"
    static let astronautConditions = "conditions of astronauts"
    static let all = "missions and astronauts"
}

extension MoonshotSession {
    /// The open astronaut; if none is open, the open mission.
    var openSubjectID: SubjectID? { SubjectID(openItems.last?.name) }

    /// Opens a mission and closes everything else.
    func open(_ mission: Mission) {
        open(OpenItem(SubjectID.mission(mission.number).name, title: mission.label), at: 0)
    }

    /// Opens an astronaut inside the open mission.
    func open(_ astronaut: Astronaut) {
        let level = if case .mission = SubjectID(openItems.first?.name) { 1 } else { 0 }
        open(OpenItem(SubjectID.astronaut(astronaut.key).name, title: .verbatim(astronaut.name)), at: level)
    }

    /// Returns the open mission; `nil` if none is open.
    func openedMission() throws -> Mission? {
        guard case .mission(let number)? = SubjectID(openItems.first?.name) else { return nil }
        return try mission(numbered: number)
    }

    /// Returns the open astronaut; if none is open, the open mission.
    ///
    /// - Throws: `NothingOpenError`.
    func openedSubject() throws -> Subject {
        switch openSubjectID {
        case .mission(let number)?:
            if let mission = try mission(numbered: number) { return .mission(mission) }
        case .astronaut(let key)?:
            if let astronaut = try astronaut(keyed: key) { return .astronaut(astronaut) }
        case nil: break
        }
        throw nothingOpenError
    }
}

/// The identity of an open mission or astronaut. An astronaut can be open inside a mission or without one.
enum SubjectID: Hashable {
    case mission(Int)
    case astronaut(String)

    /// Parses the name of an open item.
    init?(_ name: String?) {
        guard let name, let colon = name.firstIndex(of: ":") else { return nil }
        let rest = String(name[name.index(after: colon)...])
        if name.hasPrefix("mission:"), let number = Int(rest) {
            self = .mission(number)
        } else {
            self = .astronaut(rest)
        }
    }

    /// The name of the open item in the session.
    var name: String {
        switch self {
        case .mission(let number): "mission:\(number)"
        case .astronaut(let key): "astronaut:\(key)"
        }
    }
}
