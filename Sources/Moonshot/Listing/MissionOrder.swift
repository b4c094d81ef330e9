import Localization
import ModelData
import Shell
import Suite

/// The order of missions by a field.
struct MissionOrder: Hashable, Sendable {
    let field: MissionField

    /// The words of `--sort`.
    static let choices = MissionField.allCases.map {
        Choice($0.rawValue, MissionOrder(field: $0), name(of: $0))
    }

    /// The words of the setting, which fit in a line of the manual page.
    static let settingChoices = [MissionField.number, .launch, .days, .site].map {
        Choice($0.rawValue, MissionOrder(field: $0), name(of: $0))
    }

    /// An order by its word. The placeholder doesn't list all words, because they don't fit in a line.
    static let type = ValueType<MissionOrder>(
        placeholder: text("FIELD"), completion: ValueType.choice(choices).completion,
        parse: { word, context in try ValueType.choice(choices).parse(word, context) })

    /// The order's name.
    private static func name(of field: MissionField) -> LocalizedText {
        switch field {
        case .number: text("number")
        case .launch: text("launch date")
        case .days: text("days")
        case .site: text("landing site")
        default: field.title
        }
    }

    /// Sorts missions. The given missions must be sorted by number. Missions without a value come last, also
    /// in reverse order.
    @MainActor
    func sorted(_ missions: [Mission], in session: MoonshotSession, reversed: Bool) throws -> [Mission] {
        switch field {
        case .number: return reversed ? missions.reversed() : missions
        case .launch: return missions.sorted(byKeys: missions.map(\.launch), reversed: reversed)
        case .days: return missions.sorted(byKeys: missions.map(\.days), reversed: reversed)
        default:
            let collator = Collator(session.localizer.language)
            let cells = try missions.map { try field.cell($0, in: session) }
            let keys = cells.map { cell -> String? in
                guard case .verbatim(let shown) = cell.display else { return nil }
                return shown
            }
            return Self.sorted(missions, cells, keys, collator, reversed)
        }
    }

    /// Sorts missions for machine-readable output, in which texts have the same order in every language.
    @MainActor
    func sortedForPrograms(
        _ missions: [Mission], in session: MoonshotSession, reversed: Bool
    ) throws -> [Mission] {
        switch field {
        case .number, .launch, .days: return try sorted(missions, in: session, reversed: reversed)
        default:
            let cells = try missions.map { try field.cell($0, in: session) }
            let keys = cells.map { cell -> String? in
                guard case .string(let raw) = cell.raw else { return nil }
                return raw
            }
            return Self.sorted(missions, cells, keys, Collator(.english), reversed)
        }
    }

    /// Sorts by numbers, or else by texts.
    @MainActor
    private static func sorted(
        _ missions: [Mission], _ cells: [Cell], _ texts: [String?], _ collator: Collator, _ reversed: Bool
    ) -> [Mission] {
        let numbers = cells.map { cell -> Double? in
            switch cell.raw {
            case .integer(let number): Double(number)
            case .decimal(let number): number
            case .list(let values): values.isEmpty ? nil : number(values[0])
            case .bool(let value): value ? 0 : 1
            default: nil
            }
        }
        if numbers.contains(where: { $0 != nil }) {
            return missions.sorted(byKeys: numbers, reversed: reversed)
        }
        return missions.sorted(byKeys: texts.map { $0.map { collator.key(for: $0) } }, reversed: reversed)
    }

    private static func number(_ value: Cell.RawValue) -> Double? {
        if case .decimal(let number) = value { number } else { nil }
    }
}
