import Foundation
import Localization
import ModelData

/// A mission, as the data files tell of it. It is in memory only.
@Model
final class Mission {
    /// The number, as in Apollo 11.
    @Attribute(.unique) var number: Int
    /// The name in the person's language.
    var name: String
    /// The day of the launch, midnight UTC; `nil` where there was none.
    var launch: Date?
    /// The day of the return, midnight UTC.
    var splashdown: Date?
    /// Where it landed on the Moon, in the person's language where we know the place; `nil` where it didn't.
    var landingSite: String?
    /// The landing site as the data file writes it, which programs read.
    var landingSiteAsWritten: String?
    /// A paragraph of what was remarkable.
    var highlights: String
    /// The same in English or as the person's own data file has it, which programs read in every language.
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

    /// The days from the launch to the return; `nil` where one of them is not known.
    var days: Int? {
        guard let launchDay, let splashdownDay else { return nil }
        return launchDay.days(until: splashdownDay)
    }

    /// The name of a mission with a number.
    static func name(of number: Int) -> LocalizedText { text("Apollo %@", String(number)) }
}
