import Localization
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

    /// Returns the names under which conditions find a person: the whole one, those without initials and with the nickname, as in
    /// “Virgil I. “Gus” Grissom”.
    static func names(of name: String) -> [String] {
        let marks: Set<Character> = ["“", "”", "„", "\""]
        var plain: [String] = [], nickname: String?
        for word in name.split(separator: " ").map(String.init) where !(word.count == 2 && word.last == ".") {
            if let mark = word.first, marks.contains(mark) {
                nickname = word.filter { !marks.contains($0) }
            } else {
                plain.append(word)
            }
        }
        var names = [name, plain.joined(separator: " ")]
        if let nickname { names.append(([nickname] + Array(plain.dropFirst())).joined(separator: " ")) }
        return names
    }

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

/// A role that Apollo crews had.
enum RoleName: String, CaseIterable {
    case commander = "Commander"
    case commandModulePilot = "Command Module Pilot"
    case lunarModulePilot = "Lunar Module Pilot"
    case commandPilot = "Command Pilot"
    case seniorPilot = "Senior Pilot"
    case pilot = "Pilot"

    /// Recognizes the role in a data file, ignoring case. Returns `nil` for an unknown role.
    init?(_ written: String) {
        if let role = RoleName(rawValue: written) {
            self = role
            return
        }
        let normalized = written.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let role = Self.allCases.first(where: { $0.rawValue.lowercased() == normalized }) else {
            return nil
        }
        self = role
    }

    /// Whether the role is the commander's, which was called Command Pilot on Apollo 1.
    var isCommander: Bool { self == .commander || self == .commandPilot }

    /// The role's name in the user's language.
    var localizedName: LocalizedText {
        switch self {
        case .commander: text("commander")
        case .commandModulePilot: text("command module pilot")
        case .lunarModulePilot: text("lunar module pilot")
        case .commandPilot: text("command pilot")
        case .seniorPilot: text("senior pilot")
        case .pilot: text("pilot")
        }
    }
}
