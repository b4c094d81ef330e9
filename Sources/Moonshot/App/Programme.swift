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
        let loader = DataFileLoader()
        let entries = try loader.load([String: AstronautEntry].self, from: astronauts)
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
        flights = try loader.load([MissionEntry].self, from: missions).enumerated().map { index, entry in
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
