import Localization
import ModelData
import Suite

extension MoonshotSession {
    /// The source of the data: the user's directory, or the embedded files in the user's language.
    var source: ProgrammeSource {
        guard let dataDirectory else { return .builtIn(localizer.language) }
        return .directory(path: dataDirectory, workingDirectory: environment.workingDirectory)
    }

    /// Loads the missions into memory in the current language. If they are already loaded, does nothing.
    ///
    /// - Throws: `DataFileError`, `ModelDataError`.
    func fill() throws {
        let language = localizer.language
        if filledLanguage == language { return }
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
                number: entry.id, name: localizer.string(Mission.name(of: entry.id)),
                highlights: entry.description)
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
