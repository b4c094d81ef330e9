import Formats
import Localization
import ProgramKit

/// The contents of the data files. Each seat of a crew is assigned to its astronaut.
struct Programme {
    /// A mission whose crew members were found among the astronauts.
    struct Flight {
        let entry: MissionEntry
        /// The indexes of the crew in ``Programme/astronauts``.
        let crew: [Int]
    }

    let astronauts: [AstronautEntry]
    let flights: [Flight]

    /// The number of seats.
    var seatCount: Int { flights.reduce(0) { $0 + $1.crew.count } }

    /// Reads both files and assigns the seats.
    ///
    /// - Throws: `DataFileError` with the file and the place in it.
    init(missions: DataFile, astronauts: DataFile) throws {
        let entries = try astronauts.decode([String: AstronautEntry].self)
        for (key, entry) in entries where entry.id != key {
            throw astronauts.refusal(
                at: JSONPath()[key]["id"], expected: text("the same as the key, “%@”", key),
                found: text("“%@”", entry.id))
        }
        // Sort by key, because a dictionary has no stable order.
        self.astronauts = entries.values.sorted { $0.id < $1.id }
        let indexes = Dictionary(
            self.astronauts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })

        var seen: Set<Int> = []
        flights = try missions.decode([MissionEntry].self).enumerated().map { index, entry in
            guard seen.insert(entry.id).inserted else {
                throw missions.refusal(
                    at: JSONPath()[index]["id"], expected: text("a unique ID"),
                    found: text("%@ for the second time", String(entry.id)))
            }
            if let launch = entry.launchDate, let splashdown = entry.splashdownDate, splashdown < launch {
                throw missions.refusal(
                    at: JSONPath()[index]["splashdownDate"],
                    expected: text("a day not before the launch on %@", launch.description),
                    found: text("“%@”", splashdown.description))
            }
            let crew = try entry.crew.enumerated().map { place, seat in
                guard let astronaut = indexes[seat.name] else {
                    throw missions.refusal(
                        at: JSONPath()[index]["crew"][place]["name"],
                        expected: text("one of the IDs in “%@”", astronauts.name),
                        found: text("“%@”", seat.name))
                }
                return astronaut
            }
            return Flight(entry: entry, crew: crew)
        }
    }
}

/// A mission in `missions.json`.
struct MissionEntry: Decodable {
    /// A seat of the crew.
    struct Seat: Decodable {
        /// The astronaut's key in `astronauts.json`.
        let name: String
        let role: String
    }

    let id: Int
    let launchDate: CivilDate?
    let splashdownDate: CivilDate?
    let landingSite: String?
    let crew: [Seat]
    let description: String
    /// The mission's name, if it isn't of the Apollo programme.
    let name: String?
    /// The programme, if it isn't Apollo.
    let program: String?

    /// The name of a mission that isn't of the Apollo programme: its name, else its programme and its number.
    var ownName: String? { name ?? program.map { "\($0) \(id)" } }
}

/// An astronaut in `astronauts.json`.
struct AstronautEntry: Decodable {
    let id: String
    let name: String
    let description: String
}

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
        self.init(
            missions: try missions.decode([MissionFacts].self),
            astronauts: try astronauts.decode([String: AstronautFacts].self))
    }

    /// Reads the built-in facts.
    ///
    /// - Throws: `DataFileError`.
    static func builtIn() throws -> ProgrammeFacts {
        let name = "facts.json"
        guard let contents = EmbeddedFiles.contents(name) else { throw DataFileError(file: name, .noFile) }
        let file = try DataFile(name: name, embedded: contents).decode(File.self)
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
        let facts = try facts().missions[mission.number]
        return try (facts?.backupCrew ?? []).enumerated().map { index, name in
            func value(_ list: [String]?) -> String? {
                list.flatMap { $0.indices.contains(index) && !$0[index].isEmpty ? $0[index] : nil }
            }
            return BackupMember(
                key: name, name: try astronaut(keyed: name)?.name ?? name, role: value(facts?.backupRoles),
                until: value(facts?.backupUntil).map { localizer.monthOrDay($0) })
        }
    }
}

/// A member of a backup crew.
struct BackupMember {
    /// The astronaut's key, or the name of a person who isn't among the astronauts.
    let key: String
    let name: String
    /// The role as the data file spells it; `nil` if it is unknown.
    let role: String?
    /// The end of the membership; `nil` for a member who stayed.
    let until: String?

    /// The name with the role and the end of the membership.
    var label: LocalizedText {
        let role = role.map { RoleName($0)?.localizedName ?? .verbatim($0) }
        switch (role, until) {
        case (nil, nil): return text("%@", name)
        case (let role?, nil): return text("%1$@ (%2$@)", name, role)
        case (nil, let until?): return text("%1$@ (until %2$@)", name, until)
        case (let role?, let until?): return text("%1$@ (%2$@, until %3$@)", name, role, until)
        }
    }
}

extension Localizer {
    /// Returns a month or a day of a data file, such as `1966-12`, for the user.
    fileprivate func monthOrDay(_ written: String) -> String {
        if let day = CivilDate(written) { return self.day(day, style: .long) }
        let parts = written.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2, (1...12).contains(parts[1]) else { return written }
        return month(year: parts[0], month: parts[1])
    }
}
