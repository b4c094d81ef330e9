import ModelData
import Shell

/// An astronaut of the data files, in memory only.
@Model
final class Astronaut {
    /// The astronaut's key in the data files, such as `armstrong`.
    @Attribute(.unique) var key: String
    var name: String
    var biography: String
    /// The name and the biography for machine-readable output. They are in English, or as in the user's own
    /// data file.
    var nameForPrograms: String
    var biographyForPrograms: String
    @Relationship(deleteRule: .cascade, inverse: \CrewRole.astronaut) var flights: [CrewRole]

    init(key: String, name: String, biography: String) {
        self.key = key
        self.name = name
        self.biography = biography
        nameForPrograms = name
        biographyForPrograms = biography
        flights = []
    }
}

extension Astronaut {
    /// The name as a table cell, for the screen and for machine-readable output.
    @MainActor var nameCell: Cell { Cell(.string(nameForPrograms), .verbatim(name)) }

    /// The missions in order, each once even if the astronaut had two seats.
    var missions: [Mission] {
        flightsInOrder.compactMap(\.mission).reduce(into: []) { missions, mission in
            if missions.last !== mission { missions.append(mission) }
        }
    }

    /// The flights, sorted by the missions' numbers.
    var flightsInOrder: [CrewRole] {
        flights.sorted { ($0.mission?.number ?? 0, $0.place) < ($1.mission?.number ?? 0, $1.place) }
    }
}
