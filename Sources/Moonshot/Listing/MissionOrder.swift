import Localization
import ModelData
import Suite

/// The sort orders of missions.
enum MissionOrder: String, CaseIterable, Sendable {
    case number, launch, days, site

    /// The order's name.
    var name: LocalizedText {
        switch self {
        case .number: text("number")
        case .launch: text("launch date")
        case .days: text("days")
        case .site: text("landing site")
        }
    }

    /// Sorts missions. The given missions must be sorted by number. Missions without a value come last, also
    /// in reverse order.
    @MainActor
    func sorted(_ missions: [Mission], collator: Collator, reversed: Bool) -> [Mission] {
        switch self {
        case .number: reversed ? missions.reversed() : missions
        case .launch: missions.sorted(byKeys: missions.map(\.launch), reversed: reversed)
        case .days: missions.sorted(byKeys: missions.map(\.days), reversed: reversed)
        case .site:
            missions.sorted(
                byKeys: missions.map { $0.landingSite.map { collator.key(for: $0) } }, reversed: reversed)
        }
    }

    /// Sorts missions for machine-readable output. Landing sites are sorted by their text in the data file,
    /// so that the order is the same in every language.
    @MainActor
    func sortedForPrograms(_ missions: [Mission], reversed: Bool) -> [Mission] {
        let collator = Collator(.english)
        guard self == .site else { return sorted(missions, collator: collator, reversed: reversed) }
        let keys = missions.map { $0.landingSiteAsWritten.map { collator.key(for: $0) } }
        return missions.sorted(byKeys: keys, reversed: reversed)
    }
}
