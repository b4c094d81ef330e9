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
