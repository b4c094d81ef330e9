import Localization
import ModelData

/// A seat of a mission's crew, in memory only.
@Model
final class CrewRole {
    /// The role. A known role has its usual spelling; an unknown role is spelled as in the data file.
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

    /// The role, translated into the user's language if it is known.
    var roleName: LocalizedText { RoleName(role)?.localizedName ?? .verbatim(role) }
}

extension Mission {
    /// The seats in the order of the data file.
    var crewInOrder: [CrewRole] { crew.sorted { $0.place < $1.place } }
}
