import Localization
import ModelData
import Suite

extension MoonshotSession {
    /// The data as they are read now: the person's own, or the built-in ones in their language.
    var source: ProgrammeSource {
        guard let dataDirectory else { return .builtIn(localizer.language) }
        return .directory(path: dataDirectory, workingDirectory: surroundings.workingDirectory)
    }

    /// Sees to it that the memory holds the missions in the language that is spoken now.
    func fill() throws {
        let language = localizer.language
        if filledLanguage == language { return }
        let programme = try source.load()
        try fillMemory { context in
            if filledLanguage != nil {
                for mission in try context.fetch(FetchDescriptor<Mission>()) { context.delete(mission) }
                for astronaut in try context.fetch(FetchDescriptor<Astronaut>()) { context.delete(astronaut) }
                try context.save()
            }
            insert(programme, into: context)
        }
        filledLanguage = language
    }

    private func insert(_ programme: Programme, into context: ModelContext) {
        let astronauts = programme.astronauts.map { entry in
            let astronaut = Astronaut(key: entry.id, name: entry.name, biography: entry.description)
            context.insert(astronaut)
            return astronaut
        }
        for flight in programme.flights {
            let entry = flight.entry
            let mission = Mission(
                number: entry.id, name: localizer.string(Mission.name(of: entry.id)),
                highlights: entry.description)
            mission.launch = entry.launchDate?.utcDate
            mission.splashdown = entry.splashdownDate?.utcDate
            mission.landingSite = entry.landingSite.map { site in
                LandingSite(rawValue: site).map { localizer.string($0.words) } ?? site
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
