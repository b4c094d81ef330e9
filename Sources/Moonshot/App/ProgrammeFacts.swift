import Suite

/// The facts of the data files, by mission and by astronaut.
struct ProgrammeFacts: Sendable {
    let missions: [Int: MissionFacts]
    let astronauts: [String: AstronautFacts]

    /// The built-in file, which is the same in every language.
    private struct File: Decodable {
        let missions: [MissionFacts]
        let astronauts: [String: AstronautFacts]
    }

    private init(missions: [MissionFacts], astronauts: [String: AstronautFacts]) {
        self.missions = Dictionary(missions.map { ($0.id, $0) }) { first, _ in first }
        self.astronauts = astronauts
    }

    /// Reads the facts from the files of the missions and astronauts, where they are optional.
    ///
    /// - Throws: `DataFileError`.
    init(missions: DataFile, astronauts: DataFile) throws {
        let loader = DataFileLoader()
        self.init(
            missions: try loader.load([MissionFacts].self, from: missions),
            astronauts: try loader.load([String: AstronautFacts].self, from: astronauts))
    }

    /// Reads the built-in facts.
    ///
    /// - Throws: `DataFileError`.
    static func builtIn() throws -> ProgrammeFacts {
        let name = "facts.json"
        guard let contents = EmbeddedFiles.contents(name) else { throw DataFileError(file: name, .noFile) }
        let file = try DataFileLoader().load(File.self, from: DataFile(name: name, embedded: contents))
        return ProgrammeFacts(missions: file.missions, astronauts: file.astronauts)
    }
}

extension MoonshotSession {
    /// Returns the facts about missions and astronauts. They are loaded when a command first needs them.
    ///
    /// - Throws: `DataFileError`.
    func facts() throws -> ProgrammeFacts {
        if let knownFacts { return knownFacts }
        let facts = try source.loadFacts()
        knownFacts = facts
        return facts
    }

    /// Returns the names of a mission's backup crew.
    func backupCrew(of mission: Mission) throws -> [BackupMember] {
        try (facts().missions[mission.number]?.backupCrew ?? []).map { name in
            let astronaut = try astronaut(keyed: name)
            return BackupMember(key: name, name: astronaut?.name ?? name)
        }
    }
}

/// A member of a backup crew.
struct BackupMember {
    /// The astronaut's key, or the name of a person who isn't among the astronauts.
    let key: String
    let name: String
}
