import Localization
import ModelData

/// A seat of a mission: who flew, and as what. It is in memory only.
@Model
final class CrewRole {
    /// The role as the data file writes it, or in its usual spelling where it is a role that we know.
    var role: String
    /// The place in the crew, from 1.
    var place: Int
    var mission: Mission?
    var astronaut: Astronaut?

    init(role: String, place: Int, mission: Mission, astronaut: Astronaut) {
        self.role = role
        self.place = place
        self.mission = mission
        self.astronaut = astronaut
    }
}

extension CrewRole {
    /// Whether it is the commander's seat.
    var isCommander: Bool { RoleName(role)?.isCommander ?? false }

    /// The role in the person's language, where we know it.
    var roleName: LocalizedText { RoleName(role)?.words ?? .verbatim(role) }
}

extension Mission {
    /// The seats in the order of the data file.
    var crewInOrder: [CrewRole] { crew.sorted { $0.place < $1.place } }
}
