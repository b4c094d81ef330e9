import ModelData
import Shell

/// An astronaut, as the data files tell of them. It is in memory only.
@Model
final class Astronaut {
    /// The name by which the data files call the astronaut, such as `armstrong`.
    @Attribute(.unique) var key: String
    var name: String
    var biography: String
    /// Name and life in English or as the person's own data file has them, which programs read in every language.
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
    /// The name as a cell.
    @MainActor var nameCell: Cell { Cell(.string(nameForPrograms), .verbatim(name)) }

    /// The missions with the astronaut's role, in the order of their numbers.
    var flightsInOrder: [CrewRole] {
        flights.sorted { ($0.mission?.number ?? 0, $0.place) < ($1.mission?.number ?? 0, $1.place) }
    }
}
