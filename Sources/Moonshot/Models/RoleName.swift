import Localization

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
