import Localization
import ModelData
import ProgramKit
import Shell

/// The source of the data: a directory that the user gave, or the files embedded in the program.
enum ProgrammeSource {
    /// The user's directory from `--data DIR`.
    static let option = Parameter.option(
        "data", .path.named(text("DIR")),
        help: text("Read missions.json and astronauts.json from this directory instead of the built-in data.")
    )

    /// The directory that `set data` keeps; empty for the built-in data.
    static let setting = Setting.value(
        "data",
        ValueType(
            placeholder: text("DIR"), completion: .files(endings: []),
            parse: { typed, context in
                if typed.lowercased() == builtInWord { return "" }
                let path = try ValueType<String>.path.parse(typed, context)
                if path.hasPrefix("/") { return path }
                // Another call may start in another directory.
                throw ValueError.refused(
                    text("“%@” is not an absolute path.", typed),
                    remedy: text("Write the whole path, such as /home/anna/data or ~/data."))
            }), "", written: { $0.isEmpty ? builtInWord : $0 }, words: [Choice(builtInWord, "")],
        help: text("The directory of missions.json and astronauts.json that is read without --data."))
    private static let builtInWord = "built-in"

    case directory(path: String, workingDirectory: String)
    case builtIn(Language)

    /// Reads the data.
    ///
    /// - Throws: `DataFileError`.
    func load() throws -> Programme {
        let files = try files()
        return try Programme(missions: files.missions, astronauts: files.astronauts)
    }

    /// Reads the files without decoding them.
    ///
    /// - Throws: `DataFileError`.
    func files() throws -> (missions: DataFile, astronauts: DataFile) {
        switch self {
        case .directory(let path, let workingDirectory):
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            return (
                try DataFile(path: "\(folder)/missions.json", relativeTo: workingDirectory),
                try DataFile(path: "\(folder)/astronauts.json", relativeTo: workingDirectory)
            )
        case .builtIn(let language):
            return (
                try DataFile("missions.json", in: language, embedded: EmbeddedFiles.contents),
                try DataFile("astronauts.json", in: language, embedded: EmbeddedFiles.contents)
            )
        }
    }

    /// Reads the facts of the data.
    ///
    /// - Throws: `DataFileError`.
    func loadFacts() throws -> ProgrammeFacts {
        switch self {
        case .directory:
            let files = try files()
            return try ProgrammeFacts(missions: files.missions, astronauts: files.astronauts)
        case .builtIn: return try .builtIn()
        }
    }
}

extension MoonshotSession {
    /// The source of the data: the user's directory, or the embedded files in the user's language.
    var source: ProgrammeSource {
        guard let dataDirectory else { return .builtIn(localizer.language) }
        return .directory(path: dataDirectory, workingDirectory: environment.workingDirectory)
    }

    /// The absolute path of the directory of the data files; empty for the built-in data.
    var dataName: String {
        guard let dataDirectory else { return "" }
        let path =
            dataDirectory.hasPrefix("/") ? dataDirectory : "\(environment.workingDirectory)/\(dataDirectory)"
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Loads the missions into memory in the current language. If they are already loaded, does nothing.
    ///
    /// - Throws: `DataFileError`, `ModelDataError`.
    func fill() throws {
        let language = localizer.language
        if filledLanguage == language, filledData == dataName { return }
        let programme = try source.load()
        // Machine-readable output has English data in every language.
        let isTranslated = dataDirectory == nil && language.code != Language.english.code
        let english = isTranslated ? try ProgrammeSource.builtIn(.english).load() : programme
        try services.undo.fillMemory { context in
            if filledLanguage != nil {
                for mission in try context.fetch(FetchDescriptor<Mission>()) { context.delete(mission) }
                for astronaut in try context.fetch(FetchDescriptor<Astronaut>()) { context.delete(astronaut) }
                try context.save()
            }
            insert(programme, english: english, into: context)
        }
        filledLanguage = language
        filledData = dataName
        knownFacts = nil
    }

    private func insert(_ programme: Programme, english: Programme, into context: ModelContext) {
        let englishAstronauts = Dictionary(english.astronauts.map { ($0.id, $0) }) { first, _ in first }
        let englishMissions = Dictionary(english.flights.map { ($0.entry.id, $0.entry) }) { first, _ in first
        }
        let astronauts = programme.astronauts.map { entry in
            let astronaut = Astronaut(key: entry.id, name: entry.name, biography: entry.description)
            if let english = englishAstronauts[entry.id] {
                astronaut.nameForPrograms = english.name
                astronaut.biographyForPrograms = english.description
            }
            context.insert(astronaut)
            return astronaut
        }
        for flight in programme.flights {
            let entry = flight.entry
            let mission = Mission(
                number: entry.id, name: entry.ownName ?? localizer.string(Mission.name(of: entry.id)),
                highlights: entry.description)
            mission.ownName = entry.ownName
            mission.program = entry.program
            if let english = englishMissions[entry.id] { mission.highlightsForPrograms = english.description }
            mission.launch = entry.launchDate?.utcDate
            mission.splashdown = entry.splashdownDate?.utcDate
            mission.landingSite = entry.landingSite.map { site in
                LandingSite(rawValue: site).map { localizer.string($0.localizedName) } ?? site
            }
            mission.landingSiteAsWritten = entry.landingSite
            context.insert(mission)
            for (index, astronaut) in flight.crew.enumerated() {
                let written = entry.crew[index].role
                context.insert(
                    CrewRole(
                        role: RoleName(written)?.rawValue ?? written, place: index + 1, mission: mission,
                        astronaut: astronauts[astronaut]))
            }
        }
    }
}
