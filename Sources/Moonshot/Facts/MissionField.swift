import Foundation
import Localization
import Shell
import Suite

/// A field of a mission: a column of `missions --columns`, an order of `--sort`, and a line of a mission's page.
enum MissionField: String, CaseIterable, Sendable {
    case number, name, launch
    case launchTime = "launch-time"
    case splashdown
    case splashdownTime = "splashdown-time"
    case splashdownPlace = "splashdown-place"
    case days, rocket, pad
    case launchPlace = "launch-place"
    case commandModule = "command-module"
    case commandModuleNumber = "csm"
    case lunarModule = "lunar-module"
    case lunarModuleNumber = "lm"
    case site, landing
    case landingPlace = "landing-place"
    case surface, moonwalks
    case moonwalkTime = "moonwalk-time"
    case samples
    case earthOrbits = "earth-orbits"
    case lunarOrbits = "lunar-orbits"
    case crew
    case backupCrew = "backup-crew"
    case favourite

    /// The key in `--json` and `--csv`.
    var key: String {
        switch self {
        case .number: "id"
        case .name: "name"
        case .launch: "launchDate"
        case .launchTime: "launchTime"
        case .splashdown: "splashdownDate"
        case .splashdownTime: "splashdownTime"
        case .splashdownPlace: "splashdownCoordinates"
        case .days: "days"
        case .rocket: "rocket"
        case .pad: "launchPad"
        case .launchPlace: "launchCoordinates"
        case .commandModule: "commandModule"
        case .commandModuleNumber: "commandModuleNumber"
        case .lunarModule: "lunarModule"
        case .lunarModuleNumber: "lunarModuleNumber"
        case .site: "landingSite"
        case .landing: "landingDate"
        case .landingPlace: "landingCoordinates"
        case .surface: "surfaceMinutes"
        case .moonwalks: "moonwalks"
        case .moonwalkTime: "moonwalkMinutes"
        case .samples: "samples"
        case .earthOrbits: "earthOrbits"
        case .lunarOrbits: "lunarOrbits"
        case .crew: "crew"
        case .backupCrew: "backupCrew"
        case .favourite: "favourite"
        }
    }

    /// The heading of the column.
    var title: LocalizedText {
        switch self {
        case .number: text("Number")
        case .name: text("Mission")
        case .launch: text("Launch")
        case .launchTime: text("Launch time (UTC)")
        case .splashdown: text("Splashdown")
        case .splashdownTime: text("Splashdown time (UTC)")
        case .splashdownPlace: text("Splashdown at")
        case .days: text("Days")
        case .rocket: text("Rocket")
        case .pad: text("Launch pad")
        case .launchPlace: text("Launched at")
        case .commandModule: text("Command module")
        case .commandModuleNumber: text("CSM")
        case .lunarModule: text("Lunar module")
        case .lunarModuleNumber: text("LM")
        case .site: text("Landing site")
        case .landing: text("Moon landing")
        case .landingPlace: text("Landed at")
        case .surface: text("Time on the Moon")
        case .moonwalks: text("Moonwalks")
        case .moonwalkTime: text("Time outside")
        case .samples: text("Samples")
        case .earthOrbits: text("Earth orbits")
        case .lunarOrbits: text("Lunar orbits")
        case .crew: text("Crew")
        case .backupCrew: text("Backup crew")
        case .favourite: text("Favourite")
        }
    }

    /// Whether the values are numbers.
    private var isNumber: Bool {
        switch self {
        case .number, .days, .surface, .moonwalks, .moonwalkTime, .samples, .earthOrbits, .lunarOrbits: true
        default: false
        }
    }

    /// The facts that a mission's page shows if they are known, in its order.
    static let ofPage: [MissionField] = [
        .launchTime, .rocket, .pad, .launchPlace, .commandModule, .commandModuleNumber, .lunarModule,
        .lunarModuleNumber, .landing, .landingPlace, .surface, .moonwalks, .moonwalkTime, .samples,
        .earthOrbits, .lunarOrbits, .splashdownTime, .splashdownPlace, .backupCrew,
    ]

    /// The column of a table.
    var column: Table.Column {
        Table.Column(
            key, title, alignsRight: isNumber, priority: self == .name ? 9 : 5,
            wraps: self == .crew || self == .backupCrew)
    }

    /// Returns the value of a mission.
    @MainActor
    func cell(_ mission: Mission, in session: MoonshotSession) throws -> Cell {
        let facts = try session.facts().missions[mission.number]
        switch self {
        case .number: return .identifier(mission.number)
        case .name: return MissionCells.name(mission)
        case .launch: return MissionCells.day(mission.launchDay)
        case .launchTime: return .text(facts?.launchTime?.text)
        case .splashdown: return .day(mission.splashdownDay)
        case .splashdownTime: return .text(facts?.splashdownTime?.text)
        case .splashdownPlace: return FactCells.place(facts?.splashdownCoordinates, session.localizer)
        case .days: return .number(mission.days)
        case .rocket: return .text(facts?.rocket)
        case .pad: return .text(facts?.launchPad)
        case .launchPlace: return FactCells.place(facts?.launchCoordinates, session.localizer)
        case .commandModule: return .text(facts?.commandModule)
        case .commandModuleNumber: return .text(facts?.commandModuleNumber)
        case .lunarModule: return .text(facts?.lunarModule)
        case .lunarModuleNumber: return .text(facts?.lunarModuleNumber)
        case .site: return MissionCells.landingSite(mission)
        case .landing: return .day(facts?.landingDate)
        case .landingPlace: return FactCells.place(facts?.landingCoordinates, session.localizer)
        case .surface: return FactCells.duration(facts?.surfaceMinutes)
        case .moonwalks: return .number(facts?.moonwalks)
        case .moonwalkTime: return FactCells.duration(facts?.moonwalkMinutes)
        case .samples: return FactCells.kilograms(facts?.samples)
        case .earthOrbits: return .number(facts?.earthOrbits)
        case .lunarOrbits: return .number(facts?.lunarOrbits)
        case .crew: return MissionCells.crew(mission)
        case .backupCrew:
            let backup = try session.backupCrew(of: mission)
            if backup.isEmpty { return .empty }
            return Cell(
                .list(backup.map { .string($0.key) }),
                .verbatim(backup.map(\.name).joined(separator: ", ")))
        case .favourite:
            return MissionCells.favourite(
                try session.favouriteKeys(.mission).contains(String(mission.number)))
        }
    }
}

/// Cells with facts.
@MainActor
enum FactCells {
    /// Returns a cell with a place, such as “0.67° N, 23.47° E”.
    static func place(_ place: Coordinates?, _ localizer: Localizer) -> Cell {
        guard let place else { return .empty }
        func degrees(_ value: Double) -> String {
            localizer.decimal(abs(value), fractionDigits: 2...2) + "°"
        }
        let latitude = degrees(place.latitude) + (place.latitude < 0 ? " S" : " N")
        let longitude = degrees(place.longitude) + (place.longitude < 0 ? " W" : " E")
        return Cell(
            .list([.decimal(place.latitude), .decimal(place.longitude)]),
            .verbatim("\(latitude) \(longitude)"))
    }

    /// Returns a cell with a duration, such as “21 h 36 min”.
    static func duration(_ minutes: Int?) -> Cell {
        guard let minutes else { return .empty }
        return Cell(
            .integer(minutes), .text(text("%1$@ h %2$@ min", String(minutes / 60), String(minutes % 60))))
    }

    /// Returns a cell with a mass in kilograms.
    static func kilograms(_ mass: Double?) -> Cell {
        guard let mass else { return .empty }
        return Cell(.decimal(mass), .text(text("%@ kg", mass)))
    }
}
