import Localization
import ModelData

/// What missions are sorted by.
enum MissionOrder: String, CaseIterable, Sendable {
    case number, launch, days, site

    /// The order in words.
    var name: LocalizedText {
        switch self {
        case .number: text("number")
        case .launch: text("launch date")
        case .days: text("days")
        case .site: text("landing site")
        }
    }

    /// The missions, which come by number, in this order. What has no value stands last, also in reverse.
    @MainActor
    func sorted(_ missions: [Mission], collator: Collator, reversed: Bool) -> [Mission] {
        switch self {
        case .number: reversed ? missions.reversed() : missions
        case .launch: Self.sort(missions, missions.map(\.launch), reversed)
        case .days: Self.sort(missions, missions.map(\.days), reversed)
        case .site:
            Self.sort(missions, missions.map { $0.landingSite.map { collator.key(for: $0) } }, reversed)
        }
    }

    /// The same order for programs, which get the landing sites as the data file writes them: it is the same in every
    /// language.
    @MainActor
    func sortedForPrograms(_ missions: [Mission], reversed: Bool) -> [Mission] {
        let collator = Collator(.english)
        guard self == .site else { return sorted(missions, collator: collator, reversed: reversed) }
        let keys = missions.map { $0.landingSiteAsWritten.map { collator.key(for: $0) } }
        return Self.sort(missions, keys, reversed)
    }

    private static func sort<Key: Comparable>(_ missions: [Mission], _ keys: [Key?], _ reversed: Bool)
        -> [Mission]
    {
        let order = missions.indices.sorted { left, right in
            switch (keys[left], keys[right]) {
            case (let leftKey?, let rightKey?) where leftKey != rightKey:
                reversed ? rightKey < leftKey : leftKey < rightKey
            case (.some, nil): true
            case (nil, .some): false
            default: left < right
            }
        }
        return order.map { missions[$0] }
    }
}
