import Localization

/// A role that Apollo crews had.
enum RoleName: String, CaseIterable {
    case commander = "Commander"
    case commandModulePilot = "Command Module Pilot"
    case lunarModulePilot = "Lunar Module Pilot"
    case commandPilot = "Command Pilot"
    case seniorPilot = "Senior Pilot"
    case pilot = "Pilot"

    /// The role that a data file means, in any letter case; `nil` for another one.
    init?(_ written: String) {
        let words = written.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let role = Self.allCases.first(where: { $0.rawValue.lowercased() == words }) else { return nil }
        self = role
    }

    /// Whether it is the commander: on Apollo 1 that was the Command Pilot.
    var isCommander: Bool { self == .commander || self == .commandPilot }

    /// The role in words.
    var words: LocalizedText {
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
