import Localization
import Suite

/// Finds missions by what their texts don't contain: the year, roles of the crew, spacecraft and rockets, and the
/// landing site in English.
@MainActor
struct MissionSearch {
    private let wanted: String
    private let localizer: Localizer

    init(_ wanted: String, _ localizer: Localizer) {
        self.wanted = Self.folded(wanted)
        self.localizer = localizer
    }

    /// Returns whether a mission has the text.
    func finds(_ mission: Mission, _ facts: MissionFacts?) -> Bool {
        if let launch = mission.launchDay, String(launch.year) == wanted { return true }
        let names: [String?] = [
            facts?.commandModule, facts?.lunarModule, facts?.commandModuleNumber, facts?.lunarModuleNumber,
            facts?.rocket, mission.landingSite, mission.landingSiteAsWritten,
        ]
        if names.contains(where: { $0.map(Self.folded)?.contains(wanted) == true }) { return true }
        return mission.crew.contains { seat in
            Self.folded(seat.role) == wanted || Self.folded(localizer.string(seat.roleName)) == wanted
        }
    }

    /// Returns a text without case and accents, and with single letters for doubled ones, so that both spellings
    /// of “Tranquillity” are found.
    private static func folded(_ text: String) -> String {
        var last: Character?
        return SearchFold.fold(text).filter { letter in
            defer { last = letter }
            return letter != last || !letter.isLetter
        }
    }
}
