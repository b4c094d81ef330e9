import Basics
import Foundation
import ModelData

/// The number of books, pages or hours that the user wants to read in a year.
@Model
final class Goal {
    /// The identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID
    /// The year and the unit, such as `2026 books`, so that two devices have one goal of a kind.
    @Attribute(.unique) var key: String
    var year: Int
    var unit: GoalUnit
    var target: Int
    /// The number of books, pages or hours completed in the year. `BookSession.count(_:)` sets it.
    @Transient var reached = 0

    init(year: Int, unit: GoalUnit, target: Int) {
        identifier = UUID.random()
        key = Self.key(year: year, unit: unit)
        self.year = year
        self.unit = unit
        self.target = target
    }

    static func key(year: Int, unit: GoalUnit) -> String { "\(year) \(unit.rawValue)" }
}

/// What a goal counts.
enum GoalUnit: String, CaseIterable, Codable, Sendable {
    case books, pages
    /// The hours of audiobooks.
    case hours
}
