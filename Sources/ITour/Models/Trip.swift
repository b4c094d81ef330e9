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
    /// The legs that weren't cancelled.
    var plannedLegs: [Leg] { legs.filter { !$0.isCancelled } }

    /// The stays that weren't cancelled.
    var plannedStays: [Stay] { stays.filter { !$0.isCancelled } }

    /// The sights without a day that weren't cancelled.
    var unscheduledSights: [Sight] {
        destinations.flatMap(\.sights).filter { $0.schedule == nil && !$0.isCancelled }
    }

    /// The trip's own first and last day; `nil` if it has no date.
    var days: ClosedRange<CivilDate>? {
        guard let start else { return nil }
        let first = CivilDate(utc: start)
        return first...max(first, end.map { CivilDate(utc: $0) } ?? first)
    }

    /// Whether days aren't within those of the trip. If it has none, they are.
    func isOutside(_ own: ClosedRange<CivilDate>) -> Bool {
        guard let days else { return false }
        return own.lowerBound < days.lowerBound || days.upperBound < own.upperBound
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

extension Trip {
    /// The number of days that are checked for a bed. A mistyped end in the distant future has very many.
    private static let mostNights = 1000

    /// The evenings after which there is a stay or transport over night.
    var coveredNights: DayRanges<CivilDate> {
        let nights =
            plannedStays.map { ($0.checkIn.day, $0.days.upperBound) }
            + plannedLegs.map { ($0.departure.day, $0.arrival.day) }
        return DayRanges(nights.filter { $0 < $1 }.map { $0...$1.adding(days: -1) })
    }

    /// Returns the evenings in a range of days after which there is neither a stay nor transport over night.
    func nightsWithoutStay(in days: ClosedRange<CivilDate>, covered: DayRanges<CivilDate>) -> [CivilDate] {
        let count = min(days.lowerBound.days(until: days.upperBound), Self.mostNights)
        return (0..<count).map { days.lowerBound.adding(days: $0) }.filter { !covered.overlaps($0...$0) }
    }

    /// The destinations with dates, in order of time.
    var visits: [Destination] {
        destinations.filter { $0.dates != nil }.sorted {
            guard let left = $0.dates, let right = $1.dates else { return false }
            return (left.firstDay, left.lastDay, $0.number) < (right.firstDay, right.lastDay, $1.number)
        }
    }

    /// The destinations in a row between which no transport leads, each with the next one, which begins after it.
    var movesWithoutTransport: [(from: Destination, to: Destination)] {
        let visits = visits, transport = DayRanges(plannedLegs.map(\.days))
        return zip(visits, visits.dropFirst()).filter { destination, next in
            guard let before = destination.dates, let after = next.dates, before.lastDay <= after.firstDay,
                destination.name != next.name
            else { return false }
            return !transport.overlaps(before.lastDay...after.firstDay)
        }.map { (from: $0, to: $1) }
    }

    /// Returns the sights and legs that are in conflicts of some kinds.
    @MainActor
    func parts(in kinds: Set<TripProblem.Kind>) -> Set<ObjectIdentifier> {
        PlanConflicts.parts(in: kinds, sights: destinations.flatMap(\.sights), legs: plannedLegs)
    }

    /// The stays that share a night with an earlier one, each with the one among these that lasts longest.
    var overlappingStays: [(earlier: Stay, later: Stay)] {
        var found: [(earlier: Stay, later: Stay)] = []
        var longest: Stay?
        for stay in plannedStaysInOrder where stay.nights > 0 {
            if let longest, stay.checkIn.day < longest.days.upperBound { found.append((longest, stay)) }
            if longest.map({ $0.days.upperBound < stay.days.upperBound }) ?? true { longest = stay }
        }
        return found
    }
}

extension Trip {
    /// The legs in order of departure.
    var legsInOrder: [Leg] {
        // Numbers differ between devices.
        legs.sorted {
            ($0.departure, $0.arrival, $0.recordTitle, $0.identifier.uuidString)
                < ($1.departure, $1.arrival, $1.recordTitle, $1.identifier.uuidString)
        }
    }

    /// The stays in order of check-in.
    var staysInOrder: [Stay] {
        stays.sorted {
            ($0.checkIn, $0.checkOut, $0.name, $0.identifier.uuidString)
                < ($1.checkIn, $1.checkOut, $1.name, $1.identifier.uuidString)
        }
    }

    /// The legs that weren't cancelled, in order of departure.
    var plannedLegsInOrder: [Leg] { legsInOrder.filter { !$0.isCancelled } }

    /// The stays that weren't cancelled, in order of check-in.
    var plannedStaysInOrder: [Stay] { staysInOrder.filter { !$0.isCancelled } }

    /// The expenses in order of payment.
    var expensesInOrder: [Expense] { expenses.sorted { ($0.day, $0.number) < ($1.day, $1.number) } }
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
