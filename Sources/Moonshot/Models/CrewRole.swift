import Localization
import ModelData

/// A seat of a mission's crew, in memory only.
@Model
final class CrewRole {
    /// The role in its usual spelling if it is known, else as the data file writes it.
    var role: String
    /// The position in the crew, from 1.
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

    /// The role in the user's language if it is known.
    var roleName: LocalizedText { RoleName(role)?.localizedName ?? .verbatim(role) }
}

extension Mission {
    /// The seats in the order of the data file.
    var crewInOrder: [CrewRole] { crew.sorted { $0.place < $1.place } }
}
