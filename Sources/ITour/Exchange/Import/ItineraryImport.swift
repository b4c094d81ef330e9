import Foundation
import Localization
import ModelData
import Sync

/// Imports the trips of a file, with their transport, stays, money and lists, and the destinations that belong to
/// them.
///
/// A trip matches by its identifier, else by its name and first day. Its parts match by their identifiers, the lines
/// of its budget by their categories. Known trips and parts stay as they are.
///
/// A part without an identifier gets one that is derived from its values. So another import of the same file finds it.
@MainActor
struct ItineraryImport {
    private let context: ModelContext
    /// The destinations of the file that belong to a trip that hasn't been imported: the identifier in the file, and
    /// that of the stored destination.
    private var members: [UUID: [(file: UUID?, stored: UUID)]] = [:]
    /// The number of parts with equal derived identifiers, by the first of these identifiers.
    private var repeated: [UUID: Int] = [:]

    init(_ context: ModelContext) { self.context = context }

    /// Records that a destination of the file belongs to a trip.
    ///
    /// - Parameters:
    ///   - destination: The destination in the store.
    ///   - trip: The destination in the file.
    ///   - isNew: Whether the import created the destination. If so, it joins a trip that exists.
    mutating func note(_ destination: Destination, for trip: ImportedTrip, isNew: Bool) throws {
        guard let identifier = trip.itinerary else { return }
        if let known = try self.trip(identifier) {
            if isNew { destination.trip = known }
        } else {
            members[identifier, default: []].append((trip.identifier, destination.identifier))
        }
    }

    /// The number of destinations whose trip isn't in the file or the store.
    var destinationsWithoutTrip: Int { members.values.reduce(0) { $0 + $1.count } }

    /// Imports a trip.
    mutating func add(_ itinerary: ImportedItinerary, _ report: inout TripImportReport) throws {
        let trip: Trip
        if let known = try match(itinerary) {
            trip = known
            report.known += 1
            if let identifier = itinerary.identifier { members[identifier] = nil }
        } else {
            trip = Trip(
                identifier: itinerary.identifier
                    ?? derived(["trip", itinerary.name, itinerary.days.map { "\($0.lowerBound)" } ?? ""]),
                name: itinerary.name)
            trip.details = itinerary.details.withoutNUL
            trip.start = itinerary.days?.lowerBound.utcDate
            trip.end = itinerary.days?.upperBound.utcDate
            context.insert(trip)
            report.added.trips += 1
            try join(itinerary.destinations, to: trip)
        }
        let key = trip.identifier.uuidString
        for leg in itinerary.legs {
            let values = [key, "leg", leg.origin, leg.target, "\(leg.departure)", "\(leg.arrival)", leg.line]
            try add(leg, \.identifier, values, counting: \.legs, &report) { identifier in
                #Predicate<Leg> { $0.identifier == identifier }
            } join: {
                leg.trip = trip
            }
        }
        for stay in itinerary.stays {
            let values = [key, "stay", stay.name, "\(stay.checkIn)", "\(stay.checkOut)"]
            try add(stay, \.identifier, values, counting: \.stays, &report) { identifier in
                #Predicate<Stay> { $0.identifier == identifier }
            } join: {
                stay.trip = trip
            }
        }
        for expense in itinerary.expenses {
            let values = [
                key, "expense", expense.name, "\(CivilDate(utc: expense.day))", expense.category.rawValue,
                "\(expense.amount)", expense.currency,
            ]
            try add(expense, \.identifier, values, counting: \.expenses, &report) { identifier in
                #Predicate<Expense> { $0.identifier == identifier }
            } join: {
                expense.trip = trip
            }
        }
        for line in itinerary.budget {
            guard !trip.budget.contains(where: { $0.category == line.category }) else {
                report.known += 1
                continue
            }
            let values = [key, "budget", line.category?.rawValue ?? ""]
            try add(line, \.identifier, values, counting: \.budgetLines, &report) { identifier in
                #Predicate<BudgetLine> { $0.identifier == identifier }
            } join: {
                line.trip = trip
            }
        }
        for item in itinerary.checklist {
            let values = [key, "item", item.list, item.name]
            try add(item, \.identifier, values, counting: \.checklistItems, &report) { identifier in
                #Predicate<ChecklistItem> { $0.identifier == identifier }
            } join: {
                item.trip = trip
            }
        }
    }

    /// Imports a part of a trip. A known part stays as it is.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - identifier: The property with its identifier.
    ///   - values: The values from which a missing identifier is derived.
    ///   - count: The number of new parts of this kind.
    ///   - report: Counts the parts.
    ///   - same: Returns the predicate for an identifier.
    ///   - join: Adds a new part to the trip.
    private mutating func add<Part: PersistentModel>(
        _ part: Part, _ identifier: ReferenceWritableKeyPath<Part, UUID>, _ values: [String],
        counting count: WritableKeyPath<TripCounts, Int>, _ report: inout TripImportReport,
        same: (UUID) -> Predicate<Part>, join: () -> Void
    ) throws {
        if part[keyPath: identifier] == .missing { part[keyPath: identifier] = derived(values) }
        let descriptor = FetchDescriptor(predicate: same(part[keyPath: identifier]))
        guard try context.fetchCount(descriptor) == 0 else {
            report.known += 1
            return
        }
        context.insert(part)
        join()
        report.added[keyPath: count] += 1
    }

    /// Imports an exchange rate. A known rate stays as it is.
    func add(_ rate: ExchangeRate, _ report: inout TripImportReport) throws {
        let currency = rate.currency
        let sameCurrency = #Predicate<ExchangeRate> { $0.currency == currency }
        guard try context.fetchCount(FetchDescriptor(predicate: sameCurrency)) == 0 else {
            report.known += 1
            return
        }
        context.insert(rate)
        report.added.rates += 1
    }

    private func match(_ itinerary: ImportedItinerary) throws -> Trip? {
        if let identifier = itinerary.identifier { return try trip(identifier) }
        let key = RawFields.key(itinerary.name), start = itinerary.days?.lowerBound.utcDate
        return try context.fetch(FetchDescriptor<Trip>()).first {
            RawFields.key($0.name) == key && $0.start == start
        }
    }

    private func trip(_ identifier: UUID) throws -> Trip? {
        let sameIdentifier = #Predicate<Trip> { $0.identifier == identifier }
        return try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
    }

    /// Adds the destinations of the file to a new trip, in the order of the trip.
    private mutating func join(_ order: [UUID], to trip: Trip) throws {
        let ranks = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let joining = members.removeValue(forKey: trip.identifier) ?? []
        let ranked = joining.enumerated().sorted { left, right in
            func rank(_ member: (file: UUID?, stored: UUID)) -> Int {
                member.file.flatMap { ranks[$0] } ?? .max
            }
            return (rank(left.element), left.offset) < (rank(right.element), right.offset)
        }
        for (_, member) in ranked {
            let identifier = member.stored
            let sameIdentifier = #Predicate<Destination> { $0.identifier == identifier }
            guard let destination = try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first,
                destination.trip == nil
            else { continue }
            destination.trip = trip
        }
    }

    /// Returns an identifier that is derived from values. Equal values of one file get different identifiers, the
    /// same ones in each import.
    private mutating func derived(_ values: [String]) -> UUID {
        let first = UUID(derivedFrom: values.joined(separator: "\u{0}").utf8)
        let count = repeated[first, default: 0]
        repeated[first] = count + 1
        guard count > 0 else { return first }
        return UUID(derivedFrom: (values + [String(count)]).joined(separator: "\u{0}").utf8)
    }
}
