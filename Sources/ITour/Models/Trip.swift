import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A journey: destinations in the order in which they are visited, with transport, stays, expenses and lists.
///
/// A destination without a trip is an idea. The dates are days, stored as midnight in UTC.
@Model
final class Trip {
    /// The trip's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var details: String
    /// The first day; `nil` if the trip has no date.
    var start: Date?
    /// The last day.
    var end: Date?
    @Relationship(deleteRule: .nullify, inverse: \Destination.trip) var destinations: [Destination] = []
    @Relationship(deleteRule: .cascade, inverse: \Leg.trip) var legs: [Leg] = []
    @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []
    @Relationship(deleteRule: .cascade, inverse: \Expense.trip) var expenses: [Expense] = []
    @Relationship(deleteRule: .cascade, inverse: \BudgetLine.trip) var budget: [BudgetLine] = []
    @Relationship(deleteRule: .cascade, inverse: \ChecklistItem.trip) var checklist: [ChecklistItem] = []

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        details = ""
    }
}

extension Trip {
    /// The record's number, which never changes; 0 until the trip is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// The legs that weren't cancelled.
    var plannedLegs: [Leg] { legs.filter { !$0.isCancelled } }

    /// The stays that weren't cancelled.
    var plannedStays: [Stay] { stays.filter { !$0.isCancelled } }

    /// The trip's own first and last day; `nil` if it has no date.
    var days: ClosedRange<CivilDate>? {
        guard let start else { return nil }
        let first = CivilDate(utc: start)
        return first...max(first, end.map { CivilDate(utc: $0) } ?? first)
    }

    /// The days of the trip and everything in it; `nil` if nothing has a date.
    var span: ClosedRange<CivilDate>? {
        var ranges = destinations.compactMap { $0.dates.map { $0.firstDay...$0.lastDay } }
        ranges += plannedLegs.map { $0.days } + plannedStays.map { $0.days } + [days].compactMap { $0 }
        ranges += destinations.flatMap(\.sights).compactMap { $0.schedule?.day }.map { $0...$0 }
        guard let first = ranges.map(\.lowerBound).min(), let last = ranges.map(\.upperBound).max() else {
            return nil
        }
        return first...last
    }
}

extension Trip: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? {
        days.map { LocalizedText("%1$@ – %2$@", table: "", [.day($0.lowerBound), .day($0.upperBound)]) }
    }

    static func titled(containing text: String) -> Predicate<Trip> {
        #Predicate<Trip> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "trip list" }
}
