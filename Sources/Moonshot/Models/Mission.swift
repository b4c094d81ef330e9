import Foundation
import Localization
import ModelData
import Shell

/// A mission of the data files, in memory only.
@Model
final class Mission {
    /// The number, as in Apollo 11.
    @Attribute(.unique) var number: Int
    /// The name in the user's language.
    var name: String
    /// The name as the data file spells it; `nil` for missions of the Apollo programme, which have their names from their
    /// numbers.
    var ownName: String?
    /// The programme in the data file; `nil` for Apollo.
    var program: String?
    /// The day of the launch, as midnight UTC; `nil` if the mission wasn't launched.
    var launch: Date?
    /// The day of the return, as midnight UTC.
    var splashdown: Date?
    /// The landing site on the Moon; `nil` if the mission didn't land there. A known site is in the user's
    /// language.
    var landingSite: String?
    /// The landing site as the data file spells it, for machine-readable output.
    var landingSiteAsWritten: String?
    /// The highlights, in one paragraph.
    var highlights: String
    /// The highlights for machine-readable output. They are in English, or as in the user's own data file.
    var highlightsForPrograms: String
    @Relationship(deleteRule: .cascade, inverse: \CrewRole.mission) var crew: [CrewRole]

    init(number: Int, name: String, highlights: String) {
        self.number = number
        self.name = name
        self.highlights = highlights
        highlightsForPrograms = highlights
        crew = []
    }
}

extension Mission {
    /// The day of the launch.
    var launchDay: CivilDate? { launch.map { CivilDate(utc: $0) } }
    /// The day of the return.
    var splashdownDay: CivilDate? { splashdown.map { CivilDate(utc: $0) } }

    /// The number of days from the launch to the return; `nil` if either day is unknown.
    var days: Int? {
        guard let launchDay, let splashdownDay else { return nil }
        return launchDay.days(until: splashdownDay)
    }

    /// The name as a localizable text. In machine-readable output, it is in English, or as the data file spells it.
    var label: LocalizedText { ownName.map { .verbatim($0) } ?? Self.name(of: number) }

    /// Returns the name of the mission of the Apollo programme with a number.
    static func name(of number: Int) -> LocalizedText { text("Apollo %@", String(number)) }

    /// Returns the name of a spaceflight of the data files in the user's language: in Hungarian, “Gemini 8” is “Gemini–8”.
    static func flightName(_ name: String) -> LocalizedText {
        let words = name.split(separator: " ").map(String.init)
        return words.count == 2 && Int(words[1]) != nil
            ? text("%1$@ %2$@", words[0], words[1]) : .verbatim(name)
    }
}

/// A site on the Moon where an Apollo mission landed.
enum LandingSite: String, CaseIterable {
    case seaOfTranquility = "Sea of Tranquility"
    case oceanOfStorms = "Ocean of Storms"
    case fraMauro = "Fra Mauro"
    case hadleyApennine = "Hadley-Apennine"
    case descartesHighlands = "Descartes Highlands"
    case taurusLittrow = "Taurus-Littrow"

    /// The site's name in the user's language.
    var localizedName: LocalizedText {
        switch self {
        case .seaOfTranquility: text("Sea of Tranquility")
        case .oceanOfStorms: text("Ocean of Storms")
        case .fraMauro: text("Fra Mauro")
        case .hadleyApennine: text("Hadley-Apennine")
        case .descartesHighlands: text("Descartes Highlands")
        case .taurusLittrow: text("Taurus-Littrow")
        }
    }
}

/// How missions are listed.
enum MissionLayout: String, CaseIterable, Sendable {
    case grid, list

    /// The layout's name.
    var name: LocalizedText {
        switch self {
        case .grid: text("grid")
        case .list: text("list")
        }
    }

    static var choices: [Choice<MissionLayout>] { allCases.map { Choice($0.rawValue, $0, $0.name) } }

    /// The setting that stores the layout.
    static let setting = Setting.choice(
        "layout", choices, defaultWord: "grid", .grid,
        help: text("How missions are listed: as a grid of cards or as a list."))
}

/// A reference to a mission as the user types it: `11`, `#11`, `apollo11`, `Apollo 11`, `apollo-11`.
struct MissionReference {
    /// The typed text.
    let text: String
    /// The mission's number; `nil` if the text has none.
    let number: Int?

    init(_ text: String) {
        self.text = text
        let word = "apollo"
        let typed = text.lowercased()
        guard typed.hasPrefix(word) else {
            number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
            return
        }
        // The hyphen or dash in a mission's name isn't a minus sign.
        number = Int(typed.dropFirst(word.count).drop { " -–—#".contains($0) })
    }

    /// Whether the text refers to a mission and isn't the beginning of a note. The reference may be mistyped,
    /// as in `14x`.
    var refersToMission: Bool {
        number != nil || !text.contains(where: \.isWhitespace) && numberWithin != nil
    }

    /// The first number in the text, such as 14 in `14x`. Error messages suggest the mission with this
    /// number.
    var numberWithin: Int? {
        Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }
}

extension MissionReference {
    /// Returns a search text, followed by the same text with mission names in the user's language. For
    /// example, `Apollo 11` is `Apollo–11` in Hungarian. Users can't type this dash on most keyboards.
    static func spellings(of searched: String, _ localizer: Localizer) -> [String] {
        let written = searched.replacing(/(?i)apollo[\ –—-]?([0-9]{1,9})/) { match in
            Int(match.1).map { localizer.string(Mission.name(of: $0)) } ?? String(match.0)
        }
        return written == searched ? [searched] : [searched, written]
    }
}
